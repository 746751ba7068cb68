#if PostgreSQL
/// The array of the values of one column, in the server's binary form: each value is written where it is sent from.
/// Source: `array_send` in `src/backend/utils/adt/arrayfuncs.c` of PostgreSQL.
struct ArrayWriter {
    private let type: PostgresType
    private var count: Int32 = 0
    private var hasNull = false
    private var writer = ByteWriter()

    init(_ type: PostgresType, capacity: Int) {
        self.type = type
        writer.reserve(20 + capacity * 12)
        // The numbers of dimensions and of NULL, the type, the number of elements and that of the first one.
        for _ in 0..<5 { writer.append(Int32(0)) }
    }

    var size: Int { writer.bytes.count }

    mutating func append(_ value: [UInt8]?) {
        count += 1
        hasNull = hasNull || value == nil
        writer.appendSized(value)
    }

    mutating func append(number: some FixedWidthInteger) {
        count += 1
        writer.appendSized(number: number)
    }

    /// Appends an element by a function that writes it with its size.
    mutating func append<Failure>(isNull: Bool, _ write: (inout ByteWriter) throws(Failure) -> Void) throws(Failure) {
        count += 1
        hasNull = hasNull || isNull
        try write(&writer)
    }

    /// The array as a parameter.
    consuming func parameter() -> PostgresParameter {
        writer.set(Int32(count == 0 ? 0 : 1), at: 0)
        writer.set(Int32(hasNull ? 1 : 0), at: 4)
        writer.set(type.rawValue, at: 8)
        if count == 0 {
            writer.removeLast(8)
        } else {
            writer.set(count, at: 12)
            writer.set(Int32(1), at: 16)
        }
        return PostgresParameter(arrayType: type.array, writer.bytes)
    }
}
#endif

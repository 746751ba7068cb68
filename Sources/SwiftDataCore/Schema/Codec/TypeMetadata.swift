/// What the runtime's metadata says about a struct or an enum: the names of fields and cases.
///
/// The layout read here is Swift's ABI for type context descriptors and field descriptors. A binary built without
/// reflection metadata has no names, and then there are none here.
struct TypeMetadata {
    enum Kind {
        case structure, enumeration, other
    }

    struct EnumCases {
        let withPayload: [String]
        let withoutPayload: [String]
    }

    let kind: Kind
    private let descriptor: UnsafeRawPointer?

    init(_ type: any Any.Type) {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        switch metadata.load(as: UInt.self) {
        case 0x200: kind = .structure
        case 0x201: kind = .enumeration
        default: kind = .other
        }
        descriptor = kind == .other ? nil : metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    }

    /// The stored properties of a struct, in the order of declaration.
    var fieldNames: [String]? { kind == .structure ? fields?.map(\.name) : nil }

    /// The cases of an enum, each group in the order of declaration.
    var enumCases: EnumCases? {
        guard kind == .enumeration, let fields else { return nil }
        return EnumCases(
            withPayload: fields.filter(\.hasType).map(\.name),
            withoutPayload: fields.filter { !$0.hasType }.map(\.name)
        )
    }

    /// The first case of an enum whose cases have no payload: its tag is zero.
    func firstPlainCase<Value>(of type: Value.Type) -> Value? {
        guard let cases = enumCases, cases.withPayload.isEmpty, !cases.withoutPayload.isEmpty,
            MemoryLayout<Value>.size <= 2
        else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            return buffer.baseAddress?.load(as: Value.self)
        }
    }

    private var fields: [(name: String, hasType: Bool)]? {
        // The fifth word of the descriptor points to the fields, relative to itself.
        guard let descriptor, let table = Self.pointee(descriptor + 16) else { return nil }
        let recordSize = Int(table.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(table.load(fromByteOffset: 12, as: UInt32.self))
        guard recordSize >= 12 else { return nil }
        var fields: [(name: String, hasType: Bool)] = []
        for index in 0..<count {
            let record = table + 16 + index * recordSize
            guard let name = Self.pointee(record + 8) else { return nil }
            fields.append(
                (
                    String(cString: name.assumingMemoryBound(to: CChar.self)),
                    record.load(fromByteOffset: 4, as: Int32.self) != 0
                )
            )
        }
        return fields
    }

    private static func pointee(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = address.load(as: Int32.self)
        return offset == 0 ? nil : address + Int(offset)
    }
}

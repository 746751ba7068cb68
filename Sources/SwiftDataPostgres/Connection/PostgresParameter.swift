#if PostgreSQL
/// A parameter of a statement, in the server's binary form.
package struct PostgresParameter: Sendable, Equatable {
    /// The number of the type.
    package let type: UInt32
    /// Nil for NULL.
    package let bytes: [UInt8]?

    package init(_ type: PostgresType, _ bytes: [UInt8]?) {
        self.type = type.rawValue
        self.bytes = bytes
    }

    init(arrayType: UInt32, _ bytes: [UInt8]) {
        type = arrayType
        self.bytes = bytes
    }

    /// An array with one dimension.
    /// Source: `array_send` in `src/backend/utils/adt/arrayfuncs.c`.
    package init(arrayOf type: PostgresType, _ elements: [[UInt8]?]) {
        var writer = ByteWriter()
        writer.append(Int32(elements.isEmpty ? 0 : 1))
        writer.append(Int32(elements.contains { $0 == nil } ? 1 : 0))
        writer.append(type.rawValue)
        if !elements.isEmpty {
            writer.append(Int32(truncatingIfNeeded: elements.count))
            writer.append(Int32(1))
            for element in elements { writer.appendSized(element) }
        }
        self.type = type.array
        bytes = writer.bytes
    }

    package init(keys: some Sequence<Int64>) {
        self.init(arrayOf: .int8, keys.map { withUnsafeBytes(of: $0.bigEndian, Array.init) })
    }

    package static func text(_ text: String) -> PostgresParameter { PostgresParameter(.text, Array(text.utf8)) }

    package static func integer(_ number: Int64) -> PostgresParameter {
        PostgresParameter(.int8, withUnsafeBytes(of: number.bigEndian, Array.init))
    }
}

/// A statement with its parameters.
package struct PostgresStatement: Sendable {
    package let sql: String
    package let parameters: [PostgresParameter]

    package init(_ sql: String, _ parameters: [PostgresParameter] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

extension [PostgresParameter] {
    /// Calls a function with the parameters in the form in which libpq takes them.
    func withPointers<Result>(
        _ body: (
            _ count: Int32,
            _ values: UnsafePointer<UnsafePointer<CChar>?>?,
            _ lengths: UnsafePointer<Int32>?,
            _ formats: UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        guard !isEmpty else { return body(0, nil, nil, nil) }
        // A value without bytes has an address too: NULL has none.
        if contains(where: { ($0.bytes?.count ?? 0) > 4_096 }) { return withPointersToEach(body) }
        var all: [UInt8] = [0]
        var starts: [Int?] = []
        var lengths: [Int32] = []
        for parameter in self {
            starts.append(parameter.bytes == nil ? nil : all.count)
            lengths.append(Int32(truncatingIfNeeded: parameter.bytes?.count ?? 0))
            all.append(contentsOf: parameter.bytes ?? [])
        }
        all.append(0)
        let formats = [Int32](repeating: 1, count: count)
        return all.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
            return body(Int32(count), values, lengths, formats)
        }
    }

    /// The same without another copy of large values.
    private func withPointersToEach<Result>(
        _ body: (
            _ count: Int32,
            _ values: UnsafePointer<UnsafePointer<CChar>?>?,
            _ lengths: UnsafePointer<Int32>?,
            _ formats: UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let lengths = map { Int32(truncatingIfNeeded: $0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: count)
        func step(_ place: Int, _ pointers: [UnsafePointer<CChar>?]) -> Result {
            guard place < count else { return body(Int32(count), pointers, lengths, formats) }
            guard let bytes = self[place].bytes else { return step(place + 1, pointers + [nil]) }
            guard !bytes.isEmpty else {
                return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1) {
                    step(place + 1, pointers + [UnsafePointer($0.baseAddress)])
                }
            }
            return bytes.withUnsafeBytes {
                step(place + 1, pointers + [$0.baseAddress?.assumingMemoryBound(to: CChar.self)])
            }
        }
        return step(0, [])
    }
}
#endif

#if PostgreSQL
/// The binary form of arrays with one dimension.
/// Source: `array_recv` and `array_send` in `src/backend/utils/adt/arrayfuncs.c` of PostgreSQL.
enum ArrayValue {
    /// Calls a function with the bytes of each element, or nil for NULL.
    /// - Returns: False for bytes that are no array of one dimension, or none.
    static func forEach(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer?) -> Void) -> Bool {
        var reader = ByteReader(bytes)
        guard let dimensions = reader.number(Int32.self), reader.number(Int32.self) != nil,
            reader.number(UInt32.self) != nil
        else { return false }
        if dimensions == 0 { return true }
        guard dimensions == 1, let count = reader.number(Int32.self), count >= 0, reader.number(Int32.self) != nil
        else { return false }
        for _ in 0..<count {
            guard let length = reader.number(Int32.self) else { return false }
            if length == -1 {
                body(nil)
                continue
            }
            guard let element = reader.take(Int(length)) else { return false }
            body(element)
        }
        return true
    }

    /// The type of the elements, and the bytes of each, of an array without NULL; nil for any other array, for one with several
    /// dimensions, and for bytes that are none.
    static func elements(_ bytes: UnsafeRawBufferPointer) -> (type: UInt32, elements: [UnsafeRawBufferPointer])? {
        var header = ByteReader(bytes)
        guard header.number(Int64.self) != nil, let type = header.number(UInt32.self) else { return nil }
        var elements: [UnsafeRawBufferPointer] = []
        var hasNull = false
        let isWhole = forEach(bytes) { element in
            if let element { elements.append(element) } else { hasNull = true }
        }
        return isWhole && !hasNull ? (type, elements) : nil
    }

    /// The texts of an array; nil for bytes that are no array. NULL is left out.
    static func texts(_ bytes: UnsafeRawBufferPointer) -> [String]? {
        var texts: [String] = []
        let isWhole = forEach(bytes) { element in
            if let element { texts.append(String(decoding: element, as: UTF8.self)) }
        }
        return isWhole ? texts : nil
    }
}
#endif

/// A value on the wire: an array of the number of its kind and one item.
extension SyncValue {
    func write(to writer: inout WireWriter) {
        writer.array(2)
        writer.uint(kind)
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .int(let value): writer.int(value)
        case .uint(let value): writer.uint(value)
        case .double(let value), .date(let value): writer.double(value)
        case .decimal(let value), .string(let value): writer.text(value)
        case .uuid(let value): writer.data(value.bytes)
        case .data(let value), .composite(let value): writer.data(value)
        case .blob(let value): value.write(to: &writer)
        case .sealed(let value): value.write(to: &writer)
        case .sealedBlob(let value): value.write(to: &writer)
        case .reference(let value): writer.identity(value)
        case .unknown(let value): writer.item(value.item)
        }
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        try reader.array(of: 2)
        let number = try reader.uint()
        guard let kind = Kind(rawValue: number) else {
            guard let value = UnknownValue(kind: number, item: try reader.item()) else {
                throw WireReader.malformed("A value has no kind")
            }
            self = .unknown(value)
            return
        }
        self =
            switch kind {
            case .null: try Self.null(&reader)
            case .bool: .bool(try reader.bool())
            case .int: .int(try reader.int())
            case .uint: .uint(try reader.uint())
            case .double: .double(try reader.double())
            case .decimal: .decimal(try reader.text())
            case .string: .string(try reader.text())
            case .date: .date(try reader.double())
            case .uuid: .uuid(try reader.uuid())
            case .data: .data(try reader.data())
            case .blob: .blob(try BlobReference(from: &reader))
            case .composite: .composite(try reader.data())
            case .reference: .reference(try reader.identity())
            case .sealed: .sealed(try SealedValue(from: &reader))
            case .sealedBlob: .sealedBlob(try SealedBlob(from: &reader))
            }
    }

    private static func null(_ reader: inout WireReader) throws(SyncCoreError) -> SyncValue {
        try reader.null()
        return .null
    }
}

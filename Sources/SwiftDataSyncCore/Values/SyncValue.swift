/// The value of a property, as devices exchange it.
///
/// Values are equal where their bytes on the wire are: strings by UTF-8, numbers by kind and bits. All NaNs are one value.
public enum SyncValue: Sendable {
    /// No value.
    case null
    /// A truth value.
    case bool(Bool)
    /// A signed integer.
    case int(Int64)
    /// An unsigned integer.
    case uint(UInt64)
    /// A floating-point number.
    case double(Double)
    /// A decimal number as text, such as `-12.50` or `1e-7`.
    case decimal(String)
    /// A string.
    case string(String)
    /// A date in seconds since the beginning of 2001, which is Foundation's reference date.
    case date(Double)
    /// A UUID.
    case uuid(UUIDBits)
    /// Bytes.
    case data([UInt8])
    /// A large value by hash and size.
    case blob(BlobReference)
    /// A `Codable` value as JSON, with sorted keys so that equal values have equal bytes.
    case composite([UInt8])
    /// Another record.
    case reference(RecordID)
    /// A value that only devices with a key can read.
    case sealed(SealedValue)
    /// A large value whose bytes travel sealed.
    case sealedBlob(SealedBlob)
    /// A value of a kind that this version does not know.
    case unknown(UnknownValue)

    /// The numbers of the kinds on the wire. They are never reused. Golden bytes of version 1 have 13 as an unknown
    /// one.
    enum Kind: UInt64 {
        case null, bool, int, uint, double, decimal, string, date, uuid, data, blob, composite, reference
        case sealed = 14
        case sealedBlob
    }

    /// The number of the kind on the wire.
    var kind: UInt64 {
        switch self {
        case .null: Kind.null.rawValue
        case .bool: Kind.bool.rawValue
        case .int: Kind.int.rawValue
        case .uint: Kind.uint.rawValue
        case .double: Kind.double.rawValue
        case .decimal: Kind.decimal.rawValue
        case .string: Kind.string.rawValue
        case .date: Kind.date.rawValue
        case .uuid: Kind.uuid.rawValue
        case .data: Kind.data.rawValue
        case .blob: Kind.blob.rawValue
        case .composite: Kind.composite.rawValue
        case .reference: Kind.reference.rawValue
        case .sealed: Kind.sealed.rawValue
        case .sealedBlob: Kind.sealedBlob.rawValue
        case .unknown(let value): value.kind
        }
    }

    /// The bits of a number. All NaNs have the bits of one.
    static func canonicalBits(_ number: Double) -> UInt64 {
        number.isNaN ? 0x7FF8_0000_0000_0000 : number.bitPattern
    }
}

extension SyncValue: Hashable {
    /// Compares kinds and contents: texts by their bytes in UTF-8, numbers by their bits, where all NaNs are one.
    public static func == (left: SyncValue, right: SyncValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.uint(let left), .uint(let right)): left == right
        case (.double(let left), .double(let right)): canonicalBits(left) == canonicalBits(right)
        case (.decimal(let left), .decimal(let right)): left.utf8.elementsEqual(right.utf8)
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.date(let left), .date(let right)): canonicalBits(left) == canonicalBits(right)
        case (.uuid(let left), .uuid(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.blob(let left), .blob(let right)): left == right
        case (.composite(let left), .composite(let right)): left == right
        case (.reference(let left), .reference(let right)): left == right
        case (.sealed(let left), .sealed(let right)): left == right
        case (.sealedBlob(let left), .sealedBlob(let right)): left == right
        case (.unknown(let left), .unknown(let right)): left == right
        default: false
        }
    }

    /// Hashes kind and content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .uint(let value): hasher.combine(value)
        case .double(let value), .date(let value): hasher.combine(Self.canonicalBits(value))
        case .decimal(let value), .string(let value): SyncName.hash(value, into: &hasher)
        case .uuid(let value): hasher.combine(value)
        case .data(let value), .composite(let value): hasher.combine(value)
        case .blob(let value): hasher.combine(value)
        case .reference(let value): hasher.combine(value)
        case .sealed(let value): hasher.combine(value)
        case .sealedBlob(let value): hasher.combine(value)
        case .unknown(let value): hasher.combine(value)
        }
    }
}

import Foundation

/// A constant in a query, in the form in which a store keeps it.
public struct QueryValue: Sendable {
    /// The value. A model is its identifier; a `RawRepresentable` value is its raw value.
    public let stored: StoredValue

    /// Makes a constant.
    public init(_ stored: StoredValue) {
        self.stored = stored
    }
}

extension QueryValue: Codable {
    private enum Kind: String, CodingKey {
        case null, integer, unsigned, double, string, date, uuid, decimal, url, data, composite, identifier, identifiers
    }

    /// Reads a constant.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Kind.self)
        let kind = try fields.onlyKey()
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value { try fields.decode(type, forKey: kind) }
        stored =
            switch kind {
            case .null: .null
            case .integer: .integer(try read(Int64.self))
            case .unsigned: .unsigned(try read(UInt64.self))
            case .double: .double(Double(bitPattern: try read(UInt64.self)))
            case .string: .string(try read(String.self))
            case .date:
                .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try read(UInt64.self))))
            case .uuid: .uuid(try read(UUID.self))
            case .decimal: .decimal(try fields.decimal(forKey: .decimal))
            case .url: .url(try read(URL.self))
            case .data: .data(try read(Data.self))
            case .composite: .composite(try read([QueryValue].self).map(\.stored))
            case .identifier: .identifier(try read(PersistentIdentifier.self))
            case .identifiers: .identifiers(try read([PersistentIdentifier].self))
            }
    }

    /// Writes a constant; floating-point numbers by their bits, so that NaN and infinities survive JSON, and decimal
    /// numbers as text.
    /// - Throws: `EncodingError` for a value that has no stored form.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Kind.self)
        switch stored {
        case .null: try fields.encode(true, forKey: .null)
        case .integer(let value): try fields.encode(value, forKey: .integer)
        case .unsigned(let value): try fields.encode(value, forKey: .unsigned)
        case .double(let value): try fields.encode(value.bitPattern, forKey: .double)
        case .string(let value): try fields.encode(value, forKey: .string)
        case .date(let value): try fields.encode(value.timeIntervalSinceReferenceDate.bitPattern, forKey: .date)
        case .uuid(let value): try fields.encode(value, forKey: .uuid)
        case .decimal(let value): try fields.encode("\(value)", forKey: .decimal)
        case .url(let value): try fields.encode(value, forKey: .url)
        case .data(let value): try fields.encode(value, forKey: .data)
        case .composite(let values): try fields.encode(values.map(QueryValue.init), forKey: .composite)
        case .identifier(let value): try fields.encode(value, forKey: .identifier)
        case .identifiers(let values): try fields.encode(values, forKey: .identifiers)
        case .object, .unloaded:
            throw EncodingError.invalidValue(
                stored,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "The constant has no stored form."
                )
            )
        }
    }
}

extension KeyedDecodingContainer {
    fileprivate func decimal(forKey key: Key) throws -> Decimal {
        let text = try decode(String.self, forKey: key)
        if text == "NaN" { return .nan }
        guard let value = Decimal(string: text), "\(value)" == text else {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "No decimal number.")
        }
        return value
    }
}

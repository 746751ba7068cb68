import Foundation

extension DefaultSnapshot: CustomDebugStringConvertible {
    /// The address of the row and its values by property, long ones shortened.
    public var debugDescription: String {
        let values = zip(layout.properties, values).map { "\($0.name): \($1.brief)" }
        return "DefaultSnapshot(\(persistentIdentifier): \(values.joined(separator: ", ")))"
    }
}

extension StoredValue {
    /// The value in a few words, for people.
    fileprivate var brief: String {
        switch self {
        case .null: "nil"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): text.count > 100 ? "\"\(text.prefix(100))…\"" : "\"\(text)\""
        case .date(let date): date.formatted(.iso8601)
        case .uuid(let uuid): uuid.uuidString
        case .decimal(let value): "\(value)"
        case .url(let url): url.absoluteString
        case .data(let data): "\(data.count) bytes"
        case .composite(let values): "(\(values.map(\.brief).joined(separator: ", ")))"
        case .object(let box): "a \(type(of: box.value))"
        case .identifier(let identifier): "\(identifier)"
        case .identifiers(let identifiers): "\(identifiers.count) models"
        case .unloaded: "not loaded"
        }
    }
}

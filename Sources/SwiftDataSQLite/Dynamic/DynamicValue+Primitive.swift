package import SwiftDataCore

extension DynamicValue {
    /// The primitive value that a row holds; nil for any other value.
    package init?(primitive stored: StoredValue) {
        switch stored {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .double(number)
        case .decimal(let number): self = .decimal(number)
        case .string(let text): self = .string(text)
        case .date(let date): self = .date(date)
        case .duration(let duration): self = .duration(duration)
        case .uuid(let uuid): self = .uuid(uuid)
        case .url(let url): self = .url(url)
        case .data(let data): self = .data(data)
        case .null, .composite, .object, .identifier, .identifiers, .unloaded: return nil
        }
    }

    /// The value as a row holds it, with the entry of its kind; nil for a value that is no primitive one.
    package var primitive: (stored: StoredValue, entry: Primitive)? {
        let stored: StoredValue? =
            switch self {
            case .boolean(let value): .integer(value ? 1 : 0)
            case .integer(let number): .integer(number)
            case .unsigned(let number): .unsigned(number)
            case .double(let number): .double(number)
            case .decimal(let number): .decimal(number)
            case .string(let text): .string(text)
            case .date(let date): .date(date)
            case .duration(let duration): .duration(duration)
            case .uuid(let uuid): .uuid(uuid)
            case .url(let url): .url(url)
            case .data(let data): .data(data)
            case .null, .json, .archive, .composite, .enumeration, .identifier, .identifiers, .unreadable: nil
            }
        let kind: AttributeKind? = if case .boolean = self { .boolean } else { stored?.entry?.kind }
        guard let stored, let entry = kind?.entry else { return nil }
        return (stored, entry)
    }
}

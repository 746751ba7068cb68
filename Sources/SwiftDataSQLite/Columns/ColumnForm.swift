package import SwiftDataCore

/// The form of a column: an attribute's kind without its Swift side, computed once for each column.
package enum ColumnForm: Hashable, Sendable {
    case boolean
    case integer(AttributeKind.Integer)
    case double
    case decimal
    case string
    case date
    case uuid
    case url
    case data
    /// JSON in a keyed archive.
    case archivedJSON

    /// The form of a kind at the top level of a model, or as an element of a composite; nil for a composite itself.
    package init?(_ kind: AttributeKind, isElement: Bool = false) {
        switch kind {
        case .boolean: self = .boolean
        case .integer(let width): self = .integer(width)
        case .float, .double: self = .double
        case .decimal: self = .decimal
        case .string: self = .string
        case .date: self = .date
        case .uuid: self = .uuid
        case .url: self = .url
        case .data, .codable, .transformable: self = .data
        case .json: self = isElement ? .data : .archivedJSON
        case .rawValue(let raw): self.init(raw, isElement: isElement)
        case .composite, .enumeration: return nil
        }
    }

    /// The name of the form in messages.
    var name: String {
        switch self {
        case .boolean: "a Boolean"
        case .integer(let width): "a number of the type \(width.rawValue)"
        case .double: "a number"
        case .decimal: "a decimal number"
        case .string: "a text"
        case .date: "a date"
        case .uuid: "a UUID"
        case .url: "a URL"
        case .data: "data"
        case .archivedJSON: "JSON in a keyed archive"
        }
    }
}

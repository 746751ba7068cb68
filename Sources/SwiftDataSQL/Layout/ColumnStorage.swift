package import SwiftDataCore

/// The storage that Core Data has for a kind of attribute: the declared type of its column and the group of columns
/// that it is in.
package enum ColumnStorage: Int, Sendable, Hashable {
    // In the order of the groups of columns in a table.
    case integer, floating, timestamp, decimal, string, url, uuid, transformable, data

    /// The storage of one column, or nil for a kind that has no column of its own.
    ///
    /// JSON is a transformable attribute at the top level of a model, and plain binary data inside a composite.
    package init?(_ kind: AttributeKind, isElement: Bool) {
        if case .rawValue(let raw) = kind {
            self.init(raw, isElement: true)
        } else if let storage = ArchivedAttribute.Kind(kind, isElement: isElement).entry.storage {
            self = storage
        } else {
            return nil
        }
    }

    /// The type that the table declares.
    package var sqlType: String {
        switch self {
        case .integer: "INTEGER"
        case .floating: "FLOAT"
        case .timestamp: "TIMESTAMP"
        case .decimal: "DECIMAL"
        case .string, .url: "VARCHAR"
        case .uuid, .transformable, .data: "BLOB"
        }
    }

    /// The group, by which columns are sorted before entity and name. Dates are in the group of floating-point numbers.
    var group: Int { self == .timestamp ? ColumnStorage.floating.rawValue : rawValue }
}

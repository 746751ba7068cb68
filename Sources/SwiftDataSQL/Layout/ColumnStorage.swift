package import SwiftDataCore

/// How Core Data keeps a kind of attribute: the declared type of its column and the group that the column is in.
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

    /// As declared in the table.
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

    /// Columns are sorted by this before entity and name; numbers and dates with a fraction are mixed.
    var group: Int { self == .timestamp ? ColumnStorage.floating.rawValue : rawValue }
}

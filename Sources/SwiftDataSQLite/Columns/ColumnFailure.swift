import SwiftDataCore

/// The reason why a column and a property do not match. It names types, never values.
package struct ColumnFailure: Error {
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static let missingValue = ColumnFailure("NULL where the property has a value")

    init(expected: String, found: ResultRow.StorageClass) {
        self.init("expected \(expected), found \(found)")
    }

    init(expected: String, found: StoredValue) {
        self.init("expected \(expected), found \(found.kindName)")
    }
}

extension StoredValue {
    /// The name of the case, for messages.
    fileprivate var kindName: String {
        switch self {
        case .null: "nil"
        case .composite: "a composite"
        case .object: "a value that was not encoded"
        case .identifier, .identifiers: "a relationship"
        case .unloaded: "a value that was not loaded"
        default: entry?.names.article ?? ""
        }
    }
}

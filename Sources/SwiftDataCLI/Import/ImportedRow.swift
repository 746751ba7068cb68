package import SwiftDataSQL

/// A row of a file that is imported, not yet looked at.
package struct ImportedRow {
    package let entity: EntityOutline
    /// The name by which other rows of the file refer to it; nil if it has no name.
    package let name: String?
    package let values: [JSONValue.Member]
    /// The place of the row in the file, for messages.
    package let place: String
}

/// The key of a row in the files of an export: rows of a family share their keys.
struct ImportedName: Hashable {
    let root: String
    let key: Int64

    /// - Throws: ``ToolFailure`` for a text that names no row, or one of an unknown entity.
    init(_ text: String, _ table: (String) -> EntityTable?) throws {
        guard let (entity, key) = RowName.parse(text), let entity, let found = table(entity) else {
            throw ToolFailure("\(text) does not name a row; a row is named as Book/p3.")
        }
        (root, self.key) = (found.rootEntityName, key)
    }
}

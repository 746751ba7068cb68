import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Stores that are read row by row, by the model in the file.
enum DynamicTool {
    /// - Throws: ``ToolFailure`` or ``StoreError``.
    static func open(_ path: String, allowsSave: Bool = false) throws -> DynamicStore {
        try StorePath.check(path)
        return try DynamicStore(url: URL(fileURLWithPath: path), allowsSave: allowsSave)
    }

    /// An entity that the user has named, in any case of its letters.
    /// - Throws: ``ToolFailure`` with the names that there are.
    static func entity(_ name: String, of store: DynamicStore) throws -> EntityOutline {
        if let entity = store.outline.entities.first(where: { $0.name == name }) { return entity }
        let alike = store.outline.entities.filter { $0.name.lowercased() == name.lowercased() }
        if alike.count == 1 { return alike[0] }
        throw ToolFailure("The store has no entity \(name); it has \(store.entityNames.joined(separator: ", ")).")
    }

    static func identifier(_ entity: String, _ key: Int64, in store: DynamicStore) throws -> PersistentIdentifier {
        guard store.outline.entities.contains(where: { $0.name == entity }) else {
            throw ToolFailure("The store has no entity \(entity); it has \(store.entityNames.joined(separator: ", ")).")
        }
        return try store.identifier(of: entity, primaryKey: key)
    }
}

import Foundation
import SwiftDataCore
import SwiftDataSQL
package import SwiftDataSQLite

/// A store that is only read, with the description in its file. Nothing is written to it or beside it.
package final class OpenedStore: Sendable {
    package let path: String
    package let connection: StoreConnection
    package let description: StoreDescription

    /// - Throws: ``StoreError`` or ``ToolFailure`` with the cause.
    package init(reading path: String) throws {
        try StorePath.check(path)
        self.path = path
        let connection = try StoreConnection.readOnlyFile(path)
        self.connection = connection
        do {
            description = try connection.read { try StoreDescription($0, path: path) }
        } catch {
            try? connection.close()
            throw error
        }
    }

    deinit { try? connection.close() }

    package var identifier: String { description.metadata.storeIdentifier }

    /// The table of an entity that the user has named.
    /// - Throws: ``ToolFailure`` with the names that there are.
    func table(of entity: String) throws -> EntityTable {
        let layout = try description.requireLayout()
        if let table = layout[entity] { return table }
        let alike = layout.tables.filter { $0.entityName.lowercased() == entity.lowercased() }
        if alike.count == 1 { return alike[0] }
        let names = layout.tables.map(\.entityName).sorted().joined(separator: ", ")
        throw ToolFailure("The store has no entity \(entity); it has \(names).")
    }
}

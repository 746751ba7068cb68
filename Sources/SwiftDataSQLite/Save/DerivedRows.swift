import GRDB
import SwiftDataCore
import SwiftDataSQL

/// The rows whose derived attributes triggers of Core Data's have written, by connection, until the save that caused it
/// takes them.
enum DerivedRows {
    private static let noted = Locked<[UInt: Set<ChangeLog.Row>]>([:])

    /// The number of rows that wait for the save that caused them, for tests.
    static func count(of connection: OpaquePointer?) -> Int {
        noted.withLock { $0[UInt(bitPattern: connection)]?.count ?? 0 }
    }

    static func note(entity: Int64, key: Int64, connection: OpaquePointer?) {
        let row = ChangeLog.Row(entity: entity, key: key)
        noted.withLock { _ = $0[UInt(bitPattern: connection), default: []].insert(row) }
    }

    /// The rows of a connection, which are then forgotten. To be called before a save as well: a deletion by predicate
    /// leaves some behind.
    @discardableResult
    static func take(_ database: Database) -> Set<ChangeLog.Row> {
        noted.withLock { $0.removeValue(forKey: UInt(bitPattern: database.sqliteConnection)) ?? [] }
    }
}

extension DefaultStore {
    /// Rows as they are now.
    func snapshots(_ rows: Set<ChangeLog.Row>, _ runner: SQLRunner) throws -> [PersistentIdentifier: DefaultSnapshot] {
        var found: [PersistentIdentifier: DefaultSnapshot] = [:]
        for (number, group) in Dictionary(grouping: rows, by: \.entity) {
            guard let entity = model[number: number] else { continue }
            var damage = SkippedDamage()
            let read = try self.rows(group.map(\.key).sorted(), of: entity, &damage, runner)
            found.merge(read.byIdentifier) { first, _ in first }
        }
        return found
    }
}

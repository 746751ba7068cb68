import Foundation
public import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// Finds rows.
    /// - Throws: ``StoreError`` naming entity, property and row for a damaged row.
    public func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
        let descriptor = request.descriptor
        if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let entity = try model.entity(of: T.self)
        let wanted = slots(descriptor.propertiesToFetch, of: entity)
        let prefetching = descriptor.relationshipKeyPathsForPrefetching.compactMap { entity.layout.slot(for: $0) }
        return try retryingMissingFiles {
            try connection.read { runner in
                let statement = try runner.prepare(selection(of: entity, where: nil) + Self.page)
                let shape = try RowShape(columns: statement.columnNames, of: entity, in: model, slots: wanted)
                let reader = RowReader(shape: shape, model: model, files: external)
                var snapshots: [DefaultSnapshot] = []
                try statement.query {
                    Self.bindPage(descriptor, &$0)
                } row: { row in
                    snapshots.append(try reader.snapshot(row))
                }
                var related: [PersistentIdentifier: DefaultSnapshot] = [:]
                for slot in prefetching { try prefetch(slot, of: entity, into: &snapshots, &related, runner) }
                return DataStoreFetchResult(
                    descriptor: descriptor,
                    fetchedSnapshots: snapshots,
                    relatedSnapshots: related
                )
            }
        }
    }

    /// Counts rows.
    public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        let entity = try model.entity(of: T.self)
        let filter = entity.familyCondition().map { " WHERE " + $0 } ?? ""
        let sql = "SELECT count(*) FROM (SELECT 1 FROM \(entity.quotedTable)\(filter) LIMIT ? OFFSET ?)"
        return try connection.readOnce { runner in
            Int(try runner.integer(sql) { Self.bindPage(request.descriptor, &$0) } ?? 0)
        }
    }

    /// Finds identifiers.
    public func fetchIdentifiers<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] where T: PersistentModel {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let entity = try model.entity(of: T.self)
        let filter = entity.familyCondition().map { " WHERE " + $0 } ?? ""
        let sql = "SELECT Z_PK, Z_ENT FROM \(entity.quotedTable)\(filter) ORDER BY Z_PK LIMIT ? OFFSET ?"
        return try connection.readOnce { runner in
            var found: [PersistentIdentifier] = []
            let shape = try RowShape(columns: ["Z_PK", "Z_ENT"], of: entity, in: model)
            try runner.query(sql) {
                Self.bindPage(request.descriptor, &$0)
            } row: { row in
                let (shape, key) = try shape.entity(of: row)
                found.append(shape.entity.identifier(key))
            }
            return found
        }
    }

    private static let page = " ORDER BY t.Z_PK LIMIT ? OFFSET ?"

    private static func bindPage<T>(_ descriptor: FetchDescriptor<T>, _ binder: inout ParameterBinder) {
        // SQLite takes a negative limit for none.
        binder.integer(descriptor.fetchLimit.map { Int64(max($0, 0)) } ?? -1)
        binder.integer(Int64(max(descriptor.fetchOffset ?? 0, 0)))
    }

    /// Nil for all.
    private func slots<T>(_ keyPaths: [PartialKeyPath<T>], of entity: StoreEntity) -> Set<Int>? {
        keyPaths.isEmpty ? nil : Set(keyPaths.compactMap { entity.layout.slot(for: $0) })
    }

    /// Loads the other side of a relationship for all rows at once.
    func prefetch(
        _ slot: Int,
        of entity: StoreEntity,
        into snapshots: inout [DefaultSnapshot],
        _ related: inout [PersistentIdentifier: DefaultSnapshot],
        _ runner: SQLRunner
    ) throws {
        guard entity.slots[slot].isToMany else { return try prefetchToOne(slot, snapshots, &related, runner) }
        let owners = snapshots.map(\.persistentIdentifier)
        let found = try self.related(slot, of: entity.layout, for: owners, runner)
        for index in snapshots.indices {
            let members = found[snapshots[index].persistentIdentifier] ?? []
            snapshots[index].values[slot] = .identifiers(members.map(\.persistentIdentifier))
            for member in members { related[member.persistentIdentifier] = member }
        }
    }

    private func prefetchToOne(
        _ slot: Int,
        _ snapshots: [DefaultSnapshot],
        _ related: inout [PersistentIdentifier: DefaultSnapshot],
        _ runner: SQLRunner
    ) throws {
        var keys: [Int64: Set<Int64>] = [:]
        for snapshot in snapshots {
            guard case .identifier(let identifier) = snapshot.values[slot], let row = identifier.row else { continue }
            keys[try model.entity(of: identifier).number, default: []].insert(row)
        }
        for (number, rows) in keys {
            guard let destination = model[number: number] else { continue }
            let sql = selection(of: destination, where: KeyList.condition("t.Z_PK"))
            for chunk in KeyList.chunks(rows.sorted()) {
                try read(destination, sql, keys: chunk, runner) { snapshot, _ in
                    related[snapshot.persistentIdentifier] = snapshot
                }
            }
        }
    }
}

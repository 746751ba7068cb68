import SwiftData
import SwiftDataCore

/// A store of rows in a dictionary: what contexts need of a store and nothing more, so that they can be tested without
/// a database. It counts the calls.
final class RowTable: StoreAccess, @unchecked Sendable {
    // Tests use it from one thread.
    let storeIdentifier = UUID().uuidString
    let configurationName = "rows"
    let entityNames: Set<String>
    var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
    var calls: [String] = []
    var failure: (any Error)?
    /// A temporary identifier that a save does not say the permanent one of.
    var forgets: PersistentIdentifier?
    /// Says which stored row a new one is.
    var findsStored: (DefaultSnapshot) -> PersistentIdentifier? = { _ in nil }
    private var nextRow: Int64 = 1

    init(_ schema: Schema) {
        entityNames = Set(schema.entities.map(\.name))
    }

    private func all<T: PersistentModel>(_ type: T.Type) -> [DefaultSnapshot] {
        rows.values.filter { $0.layout.modelType is T.Type }.sorted {
            $0.persistentIdentifier < $1.persistentIdentifier
        }
        .map(withoutToMany)
    }

    private func withoutToMany(_ row: DefaultSnapshot) -> DefaultSnapshot {
        var row = row
        for property in row.layout.properties {
            if case .toMany = property.shape { row.values[property.slot] = .unloaded }
        }
        return row
    }

    func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> FetchedBatch {
        calls.append("fetch \(T._$modelLayout.entityName)")
        return FetchedBatch(rows: RowBatch(all(T.self)), left: ResidualWork(filter: true, sort: true))
    }

    func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> Int {
        throw DataStoreError.preferInMemoryFilter
    }

    func identifierList<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> IdentifierList {
        throw DataStoreError.preferInMemoryFilter
    }

    func rows(
        for identifiers: [PersistentIdentifier],
        salvaging: Bool,
        _ editing: EditingState
    ) throws -> RowBatch {
        calls.append("rows \(identifiers.count)")
        var seen: Set<PersistentIdentifier> = []
        return RowBatch(identifiers.compactMap { seen.insert($0).inserted ? rows[$0].map(withoutToMany) : nil })
    }

    func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        salvaging: Bool,
        limit: Int,
        _ editing: EditingState
    ) throws -> MemberBatch {
        calls.append("related \(layout.properties[slot].name) \(owners.count)")
        var found: [DefaultSnapshot] = []
        let ranges = owners.map { owner -> Range<Int>? in
            guard case .identifiers(let members) = rows[owner]?.values[slot] else { return nil }
            let start = found.count
            found += members.compactMap { rows[$0].map(withoutToMany) }
            return start..<found.count
        }
        return MemberBatch(rows: RowBatch(found), ranges: ranges)
    }

    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        if let failure { throw failure }
        calls.append("save \(changes.inserted.count) \(changes.updated.count) \(changes.deleted.count)")
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for row in changes.inserted {
            if let stored = findsStored(row) {
                remapped[row.persistentIdentifier] = stored
                continue
            }
            remapped[row.persistentIdentifier] = PersistentIdentifier(
                store: storeIdentifier,
                entity: row.layout.entityName,
                row: nextRow
            )
            nextRow += 1
        }
        for row in changes.inserted + changes.updated {
            let identifier = remapped[row.persistentIdentifier] ?? row.persistentIdentifier
            var new = row.copy(persistentIdentifier: identifier, remappedIdentifiers: remapped)
            if let old = rows[identifier] {
                for slot in new.values.indices {
                    if case .unloaded = new.values[slot] {
                        var members = old.values[slot]
                        if let change = row.toManyChanges[slot], case .identifiers(let ids) = members {
                            members = .identifiers(
                                ids.filter { !change.removed.contains($0) } + change.added.map { remapped[$0] ?? $0 }
                            )
                        }
                        new.values[slot] = members
                    }
                }
            }
            rows[identifier] = new
        }
        for row in changes.deleted { rows[row.persistentIdentifier] = nil }
        if let forgets { remapped[forgets] = nil }
        try commit()
        return StoreSaveResult(remapped: remapped, reregistered: [:], historyToken: nil)
    }

    func delete<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ editing: EditingState
    ) throws -> StoreCommit? { nil }
    func erase() throws { rows = [:] }
    func initializeState(for editing: EditingState) {}
    func invalidateState(for editing: EditingState) {}
}

/// A context over a ``RowTable``.
func tableContext(_ types: any PersistentModel.Type...) -> (ModelContext, RowTable) {
    let schema = Schema(types)
    let table = RowTable(schema)
    let core = ContainerCore(schema: schema, migrationPlan: nil, stores: [table], configurations: [])
    let container = ModelContainer(core: core)
    core.adopt(container)
    return (ModelContext(container), table)
}

extension RowTable {
    var keepsMembersByKey: Bool { false }

    func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: PersistentIdentifier] { [:] }
}

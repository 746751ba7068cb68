import Foundation
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting

/// A store between a context and the real one that makes one mistake, the same that a context would make at its end.
///
/// `@unchecked Sendable` without a lock: used by one test on one thread.
final class FaultyStore: StoreAccess, DefaultStoreHolder, @unchecked Sendable {
    enum Fault: String, CaseIterable, Sendable {
        case losesUpdate, losesToOne, losesRemovedMember, losesAddedMember, forgetsDelete, mixesUpIdentifiers
        case forgetsInsertOfSubclass, readsStaleRows
    }

    private let store: any StoreAccess
    private let fault: Fault?
    private var rows: [PersistentIdentifier: DefaultSnapshot] = [:]

    /// - Parameter fault: Nil for a store that makes no mistake.
    init(_ store: any StoreAccess, _ fault: Fault?) {
        self.store = store
        self.fault = fault
    }

    var defaultStore: DefaultStore? { (store as? TrustedStore<DefaultStore>)?.store }
    var storeIdentifier: String { store.storeIdentifier }
    var configurationName: String { store.configurationName }
    var entityNames: Set<String> { store.entityNames }
    var facts: StoreFacts { store.facts }
    var storedInverses: StoredInverses? { store.storedInverses }
    var canAbortBeforeCommit: Bool { store.canAbortBeforeCommit }
    var followsCascades: Bool { store.followsCascades }

    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        let result = try store.save(spoiled(changes), editing, before: commit)
        guard fault == .mixesUpIdentifiers else { return result }
        var answer = result
        for places in Dictionary(grouping: result.identifiers.indices, by: { result.identifiers[$0].entityName }).values
        {
            guard places.count == 2 else { continue }
            answer.identifiers.swapAt(places[0], places[1])
        }
        return answer
    }

    private func spoiled(_ changes: StoreChanges) -> StoreChanges {
        var changes = changes
        switch fault {
        case .losesUpdate:
            if changes.updated.count > 2 { changes.updated.removeLast() }
        case .losesToOne:
            for index in changes.updated.indices where changes.updated[index].layout.entityName == "Room" {
                changes.updated[index].changedSlots?.removeAll { $0 == 1 }
            }
        case .losesRemovedMember:
            for index in changes.updated.indices {
                for slot in changes.updated[index].toManyChanges.keys {
                    changes.updated[index].toManyChanges[slot]?.removed = []
                }
            }
        case .losesAddedMember:
            for index in changes.updated.indices {
                for slot in changes.updated[index].toManyChanges.keys {
                    changes.updated[index].toManyChanges[slot]?.added = []
                }
            }
        case .forgetsDelete:
            if changes.deleted.count > 1 { changes.deleted.removeLast() }
        case .forgetsInsertOfSubclass:
            if changes.inserted.count > 3 { changes.inserted.removeAll { $0.layout.entityName == "Sculptor" } }
        case .mixesUpIdentifiers, .readsStaleRows, nil:
            break
        }
        return changes
    }

    func rows(
        for identifiers: [PersistentIdentifier],
        salvaging: Bool,
        _ editing: EditingState
    ) throws -> RowBatch {
        let fresh = try store.rows(for: identifiers, salvaging: salvaging, editing)
        guard fault == .readsStaleRows else { return fresh }
        rows.merge(fresh.byIdentifier) { old, _ in old }
        return RowBatch(fresh.identifiers.compactMap { rows[$0] })
    }

    // MARK: Handed on

    func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> FetchedBatch {
        try store.fetch(descriptor, editing)
    }

    func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> Int {
        try store.fetchCount(descriptor, editing)
    }

    func identifierList<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> IdentifierList {
        try store.identifierList(descriptor, editing)
    }

    func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        salvaging: Bool,
        limit: Int,
        _ editing: EditingState
    ) throws -> MemberBatch {
        try store.members(slot, of: layout, owners: owners, salvaging: salvaging, limit: limit, editing)
    }

    func delete<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ editing: EditingState
    ) throws -> StoreCommit? {
        try store.delete(type, where: predicate, includeSubclasses: includeSubclasses, editing)
    }

    var keepsMembersByKey: Bool { store.keepsMembersByKey }

    func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        try store.owners(of: members, slot: slot, of: layout, editing)
    }

    func erase() throws { try store.erase() }
    func initializeState(for editing: EditingState) { store.initializeState(for: editing) }
    func invalidateState(for editing: EditingState) { store.invalidateState(for: editing) }
}

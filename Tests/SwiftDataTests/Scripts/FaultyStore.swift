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
    private let fault: Fault
    private var rows: [PersistentIdentifier: DefaultSnapshot] = [:]

    init(_ store: any StoreAccess, _ fault: Fault) {
        self.store = store
        self.fault = fault
    }

    var defaultStore: DefaultStore? { (store as? StoreBox<DefaultStore>)?.store }
    var storeIdentifier: String { store.storeIdentifier }
    var configurationName: String { store.configurationName }
    var entityNames: Set<String> { store.entityNames }
    var canWaitForOthers: Bool { store.canWaitForOthers }

    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult {
        let result = try store.save(spoiled(changes), editing, before: commit)
        guard fault == .mixesUpIdentifiers else { return result }
        var answer = result
        let names = Set(result.remapped.keys.map(\.entityName))
        for name in names {
            let keys = changes.inserted.map(\.persistentIdentifier).filter { $0.entityName == name }
            guard keys.count == 2 else { continue }
            answer.remapped[keys[0]] = result.remapped[keys[1]]
            answer.remapped[keys[1]] = result.remapped[keys[0]]
        }
        return answer
    }

    func save(_ changes: StoreChanges, _ editing: EditingState) throws -> StoreSaveResult {
        try save(changes, editing) {}
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
        case .mixesUpIdentifiers, .readsStaleRows:
            break
        }
        return changes
    }

    func rows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let fresh = try store.rows(for: identifiers, editing)
        guard fault == .readsStaleRows else { return fresh }
        rows.merge(fresh) { old, _ in old }
        return rows.filter { fresh[$0.key] != nil }
    }

    // MARK: Handed on

    func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> FetchedRows {
        try store.fetch(descriptor, editing)
    }

    func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> Int {
        try store.fetchCount(descriptor, editing)
    }

    func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier] {
        try store.fetchIdentifiers(descriptor, editing)
    }

    func relatedRows(
        slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        try store.relatedRows(slot: slot, of: layout, owners: owners, editing)
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

import Foundation
import SwiftDataCore

/// A store without rows, with a write lock. It notes in a list what becomes of the lock.
///
/// `@unchecked Sendable` without a lock: each is used by one test.
final class LockedStore: StoreAccess, @unchecked Sendable {
    /// The locks of some stores, in the order of their events.
    final class Events {
        var all: [String] = []
    }

    private final class Lock: WriteLock {
        let store: LockedStore

        init(_ store: LockedStore) { self.store = store }

        var version: StoreVersion? {
            store.writes.map { StoreVersion(others: 0, own: $0, connection: ObjectIdentifier(store)) }
        }

        func release() { store.events.all.append("- " + store.storeIdentifier) }
    }

    let storeIdentifier: String
    let events: Events
    let isWritable: Bool
    /// The number of writes, which tells versions apart; nil where the store cannot tell.
    var writes: Int? = 0
    /// The error of an attempt to take the lock.
    var failure: (any Error)?
    var undescribedCount = 0

    init(_ name: String, _ events: Events, isWritable: Bool = true) {
        (storeIdentifier, self.events, self.isWritable) = (name, events, isWritable)
    }

    func takeWriteLock(for editing: EditingState) throws -> any WriteLock {
        if let failure { throw failure }
        events.all.append("+ " + storeIdentifier)
        return Lock(self)
    }

    // MARK: What nobody asks for

    var configurationName: String { storeIdentifier }
    var entityNames: Set<String> { [] }
    var keepsMembersByKey: Bool { false }
    func initializeState(for editing: EditingState) {}
    func invalidateState(for editing: EditingState) {}
    func erase() throws {}

    func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> FetchedBatch {
        throw DataStoreError.unsupportedFeature
    }

    func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ editing: EditingState) throws -> Int {
        throw DataStoreError.unsupportedFeature
    }

    func identifierList<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ editing: EditingState
    ) throws -> IdentifierList { throw DataStoreError.unsupportedFeature }

    func rows(for identifiers: [PersistentIdentifier], salvaging: Bool, _ editing: EditingState) throws -> RowBatch {
        RowBatch()
    }

    func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        salvaging: Bool,
        limit: Int,
        _ editing: EditingState
    ) throws -> MemberBatch { throw DataStoreError.unsupportedFeature }

    func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: PersistentIdentifier] { [:] }

    func save(
        _ changes: StoreChanges,
        _ editing: EditingState,
        before commit: () throws -> Void
    ) throws -> StoreSaveResult { throw DataStoreError.unsupportedFeature }

    func delete<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ editing: EditingState
    ) throws -> StoreCommit? { nil }
}

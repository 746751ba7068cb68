import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The edits of a stage that enumerates are saved and released batch by batch, inside of the migration's transaction.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct BatchedStageTests {
    private static let count = 200
    private static let batch = 20

    /// The counts that were taken while a stage ran.
    private final class Counts: Sendable {
        let live = Locked(0)
        let pending = Locked(0)
        let saves = Locked(0)

        func look(_ context: ModelContext) {
            live.withLock { $0 = max($0, context.unit.identityMap.count) }
            pending.withLock { $0 = max($0, context.changedModelsArray.count + context.insertedModelsArray.count) }
        }

        func countingSaves(of context: ModelContext, _ body: () throws -> Void) rethrows {
            let token = NotificationCenter.default.addObserver(
                forName: ModelContext.didSave,
                object: context,
                queue: nil
            ) { [saves] _ in
                saves.withLock { $0 += 1 }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            try body()
        }

        func expect(saves: ClosedRange<Int>, batch: Int = BatchedStageTests.batch) {
            // A batch, the one before it, and what a block uses besides.
            #expect(live.withLock { $0 } <= 2 * batch + 2)
            #expect(pending.withLock { $0 } <= 2 * batch)
            #expect(saves.contains(self.saves.withLock { $0 }))
        }
    }

    private func store() throws -> VersionedStore {
        try HookedBoats.store((0..<Self.count).map { "boat \($0)" })
    }

    private func expectCapitals(_ store: VersionedStore) throws {
        #expect(
            try store.folder.sqlite3("SELECT count(*), count(DISTINCT ZNAME) FROM ZBOAT WHERE ZNAME GLOB 'BOAT *'")
                == "\(Self.count)|\(Self.count)"
        )
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test(arguments: [false, true]) func editsAreSavedByBatches(isSorted: Bool) throws {
        let (store, counts) = (try store(), Counts())
        try HookedBoats.migrate(store) { context in
            let sort = isSorted ? [SortDescriptor(\CapitalBoats.Boat.name, order: .reverse)] : []
            try counts.countingSaves(of: context) {
                try context.enumerate(FetchDescriptor(sortBy: sort), batchSize: Self.batch) { boat in
                    boat.name = boat.name.uppercased()
                    counts.look(context)
                }
            }
        }
        counts.expect(saves: Self.count / Self.batch...Self.count / Self.batch)
        try expectCapitals(store)
    }

    @Test func editsBeforeTheStageAreSavedByBatches() throws {
        let (store, counts) = (try store(), Counts())
        try HookedBoats.migrate(
            store,
            willMigrate: { context in
                try counts.countingSaves(of: context) {
                    try context.enumerate(FetchDescriptor<Boats.Boat>(), batchSize: Self.batch) { boat in
                        boat.name = boat.name.uppercased()
                        counts.look(context)
                    }
                }
            }
        )
        counts.expect(saves: Self.count / Self.batch...Self.count / Self.batch)
        try expectCapitals(store)
    }

    /// The models that are edited are not those that are enumerated.
    @Test func whatIsMadeOfThePastIsSavedByBatches() throws {
        let (store, counts) = (try store(), Counts())
        try HookedBoats.migrate(store) { context in
            let past = try #require(context.contextBeforeMigration)
            try counts.countingSaves(of: context) {
                try past.enumerate(FetchDescriptor<Boats.Boat>(), batchSize: Self.batch) { old in
                    let boat = try context.migratedModel(of: old, as: CapitalBoats.Boat.self)
                    boat?.name = old.name.uppercased()
                    counts.look(context)
                }
            }
        }
        counts.expect(saves: Self.count / Self.batch...Self.count / Self.batch)
        try expectCapitals(store)
    }

    @Test func newModelsAreSavedByBatches() throws {
        let (store, counts) = (try store(), Counts())
        try HookedBoats.migrate(store) { context in
            try counts.countingSaves(of: context) {
                try context.enumerate(FetchDescriptor<CapitalBoats.Boat>(), batchSize: Self.batch) { boat in
                    context.insert(CapitalBoats.Boat(name: "twin of \(boat.name)"))
                    counts.look(context)
                }
            }
        }
        counts.expect(saves: Self.count / Self.batch...Self.count / Self.batch)
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZBOAT WHERE ZNAME GLOB 'twin*'") == "\(Self.count)")
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZBOAT") == "\(2 * Self.count)")
    }

    @Test(arguments: [false, true]) func deletedModelsAreNotMetAgain(isSorted: Bool) throws {
        let store = try store()
        let met = Locked(0)
        try HookedBoats.migrate(store) { context in
            let sort = isSorted ? [SortDescriptor(\CapitalBoats.Boat.name)] : []
            try context.enumerate(FetchDescriptor(sortBy: sort), batchSize: Self.batch) { boat in
                met.withLock { $0 += 1 }
                context.delete(boat)
                let name = boat.name
                let others = try context.fetch(
                    FetchDescriptor<CapitalBoats.Boat>(predicate: #Predicate { $0.name > name }, sortBy: sort)
                )
                if let last = others.last { context.delete(last) }
            }
        }
        #expect(met.withLock { $0 } < Self.count)
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZBOAT") == "0")
    }

    /// Changes that were saved by batches are taken back with everything else.
    @Test func aStageThatThrowsAfterBatchesLeavesTheStore() throws {
        struct Refusal: Error {}
        let store = try store()
        let before = try store.dump()
        let error = try #require(throws: StoreError.self) {
            try HookedBoats.migrate(store) { context in
                var seen = 0
                try context.enumerate(FetchDescriptor<CapitalBoats.Boat>(), batchSize: Self.batch) { boat in
                    boat.name = boat.name.uppercased()
                    seen += 1
                    if seen == Self.count - 1 { throw Refusal() }
                }
            }
        }
        #expect(error.underlyingError is Refusal)
        #expect(try store.dump() == before)
        #expect(try store.strays() == [])
    }

    /// `allowEscapingMutations` says that edits are to stay pending.
    @Test func escapingEditsStayPending() throws {
        let (store, counts) = (try store(), Counts())
        try HookedBoats.migrate(store) { context in
            try counts.countingSaves(of: context) {
                let all = FetchDescriptor<CapitalBoats.Boat>()
                try context.enumerate(all, batchSize: Self.batch, allowEscapingMutations: true) { boat in
                    boat.name = boat.name.uppercased()
                }
                #expect(context.changedModelsArray.count == Self.count)
                context.rollback()
            }
        }
        #expect(counts.saves.withLock { $0 } == 0)
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZBOAT WHERE ZNAME GLOB 'boat *'") == "\(Self.count)")
    }

    /// A context of the program's own saves when it is told to.
    @Test func otherContextsDoNotSaveByBatches() throws {
        let store = try store()
        let context = ModelContext(try store.container(Boats.self))
        try context.enumerate(FetchDescriptor<Boats.Boat>(), batchSize: Self.batch) { $0.name = "x" }
        #expect(context.changedModelsArray.count == Self.count)
    }
}

import Foundation
import SwiftDataCore
import Testing

/// A store of a program's own that answers whatever it is told to.
private final class ScriptedStore: DataStore {
    struct Configuration: DataStoreConfiguration {
        typealias Store = ScriptedStore
        var name = "ScriptedStore"
        var schema: Schema? = Schema([Dock.self, Keeper.self, Boat.self])
    }

    var identifier = "A"
    let schema: Schema
    let configuration: Configuration
    /// The answer to each fetch, the answer for rows by identifier, and the number of rows.
    var fetched: [DefaultSnapshot] = []
    var cached: [PersistentIdentifier: DefaultSnapshot] = [:]
    var count = 0
    var result = DataStoreSaveChangesResult<DefaultSnapshot>(for: "A")

    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema([Dock.self])
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: fetched)
    }

    func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int { count }

    func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
        fetched.map(\.persistentIdentifier)
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] { cached }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { result }
}

/// The answers that a context accepts of a store that it does not know.
@Suite struct CheckedStoreTests {
    private let store: ScriptedStore
    private let checked: CheckedStore<ScriptedStore>
    private let editing = EditingState()

    init() throws {
        store = try ScriptedStore(ScriptedStore.Configuration(), migrationPlan: nil)
        checked = CheckedStore(store)
    }

    private func dock(_ identifier: PersistentIdentifier, _ changed: [Int: StoredValue] = [:]) -> DefaultSnapshot {
        Plain.snapshot(identifier, Plain.dock(changed))
    }

    private func fetched() throws -> [DefaultSnapshot] {
        try checked.fetch(FetchDescriptor<Dock>(), editing).rows.snapshots
    }

    private func expectRefusal(_ read: () throws -> Void, _ comment: Comment? = nil) {
        let error = #expect(throws: StoreError.self, comment) { try read() }
        #expect(error?.code == .misbehavingStore, comment)
    }

    @Test func rowsAreTakenWithoutTheMembersThatTheyName() throws {
        store.fetched = [dock(Plain.row(1)), dock(Plain.row(2), [DockSlot.boats: .identifiers([])])]
        let rows = try fetched()
        #expect(rows.map(\.persistentIdentifier) == [Plain.row(1), Plain.row(2)])
        #expect("\(rows[0].values[DockSlot.name])" == "\(StoredValue.string("North"))")
        // They are loaded when they are read. There is nothing to load of none.
        if case .unloaded = rows[0].values[DockSlot.boats] {} else { Issue.record("\(rows[0].values)") }
        #expect("\(rows[1].values[DockSlot.boats])" == "\(StoredValue.identifiers([]))")
    }

    @Test func rowsThatNoModelCouldHaveAreRefused() throws {
        let refused: [String: DefaultSnapshot] = [
            "a row of another store": dock(Plain.row(1, "Dock", store: "B")),
            "a temporary identifier": dock(Plain.temporary("Dock")),
            "no value": dock(Plain.row(1), [DockSlot.name: .null]),
            "an unread value": dock(Plain.row(1), [DockSlot.note: .unloaded]),
            "a destination of another entity": dock(Plain.row(1), [DockSlot.keeper: .identifier(Plain.row(1, "Boat"))]),
            "a destination of another store": dock(
                Plain.row(1),
                [DockSlot.keeper: .identifier(Plain.row(1, "Keeper", store: "B"))]
            ),
            "a member without a row": dock(Plain.row(1), [DockSlot.boats: .identifiers([Plain.temporary("Boat")])]),
        ]
        for (kind, row) in refused {
            store.fetched = [row]
            expectRefusal({ _ = try fetched() }, "\(kind)")
        }
        store.fetched = [dock(Plain.row(1)), dock(Plain.row(1))]
        expectRefusal { _ = try fetched() }
    }

    @Test func rowsByIdentifierAreTheWantedOnes() throws {
        let (first, second) = (Plain.row(1), Plain.row(2))
        store.cached = [first: dock(first), Plain.row(9): dock(Plain.row(9))]
        store.fetched = [dock(second), dock(Plain.row(8))]
        let rows = try checked.rows(for: [second, first, second, Plain.row(3)], salvaging: false, editing)
        #expect(rows.snapshots.map(\.persistentIdentifier) == [second, first])
        let keeper = Plain.row(1, "Keeper")
        for (wanted, row) in [(first, dock(second)), (keeper, dock(keeper))] {
            store.cached = [wanted: row]
            expectRefusal { _ = try checked.rows(for: [wanted], salvaging: false, editing) }
        }
    }

    @Test func aDamagedRowIsUnreadWhereTheRestIsSalvaged() throws {
        let identifier = Plain.row(1)
        store.cached = [identifier: dock(identifier, [DockSlot.name: .null])]
        expectRefusal { _ = try checked.rows(for: [identifier], salvaging: false, editing) }
        let rows = try checked.rows(for: [identifier], salvaging: true, editing).snapshots
        #expect(rows.map(\.persistentIdentifier) == [identifier])
        if case .unloaded? = rows.first?.values[DockSlot.name] {} else { Issue.record("\(rows)") }
    }

    @Test func numbersAndIdentifiersAreThoseThatWereAskedFor() throws {
        var descriptor = FetchDescriptor<Dock>()
        (descriptor.fetchOffset, descriptor.fetchLimit) = (2, 3)
        store.count = 4
        // The store does not skip rows itself.
        #expect(try checked.fetchCount(descriptor, editing) == 2)
        store.count = -1
        expectRefusal { _ = try checked.fetchCount(descriptor, editing) }
        store.fetched = (1...9).map { dock(Plain.row($0)) }
        let identifiers = try Array(checked.identifierList(descriptor, editing))
        #expect(identifiers == (3...5).map { Plain.row($0) })
        store.fetched = [dock(Plain.row(1)), dock(Plain.row(1))]
        expectRefusal { _ = try checked.identifierList(FetchDescriptor<Dock>(), editing) }
    }

    @Test func aStoreStaysTheOneThatWasOpened() throws {
        store.result = DataStoreSaveChangesResult(for: "B")
        expectRefusal { _ = try checked.save(StoreChanges(), editing) {} }
        store.identifier = "B"
        expectRefusal { _ = try fetched() }
        #expect(checked.storeIdentifier == "A")
    }
}

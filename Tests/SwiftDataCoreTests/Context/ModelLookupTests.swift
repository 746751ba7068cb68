import SwiftDataCore
import Testing

/// A context over no store: it has models of identifiers, and none of their rows.
struct StorelessContext {
    let unit: UnitOfWork

    init() {
        let schema = Schema([Dock.self, Keeper.self, Boat.self])
        unit = UnitOfWork(core: ContainerCore(schema: schema, migrationPlan: nil, stores: [], configurations: []))
    }
}

/// The models of identifiers, and what becomes of those without a row.
@Suite struct ModelLookupTests {
    private let unit = StorelessContext().unit

    @Test func anIdentifierHasOneModelWhileItIsHeld() throws {
        let first = try #require(unit.lookup.model(for: Plain.row(1, "Boat")))
        let second = try #require(unit.lookup.model(for: Plain.row(2, "Boat")))
        #expect(unit.lookup.model(for: Plain.row(1, "Boat")) === first)
        #expect(first !== second)
        #expect(unit.lookup.registered(Plain.row(2, "Boat")) === second)
        #expect(unit.identityMap.count == 2)
        withExtendedLifetime((first, second)) {}
    }

    @Test func onlyModelsInMemoryAreRegistered() {
        #expect(unit.lookup.registered(Plain.row(1, "Boat")) == nil)
        #expect(unit.lookup.model(for: Plain.row(1, "Boat")) != nil)
        // Nobody held it.
        #expect(unit.lookup.registered(Plain.row(1, "Boat")) == nil)
    }

    @Test func anIdentifierThatLeadsNowhereHasNoModel() {
        let temporary = Plain.temporary("Boat")
        #expect(unit.lookup.model(for: temporary) == nil)
        #expect(unit.lookup.isForgotten(temporary))
        #expect(!unit.lookup.isForgotten(Plain.row(1, "Boat")))
        #expect(unit.lookup.model(for: Plain.row(1, "Ship")) == nil)
    }

    @Test func aModelWhoseRowIsGoneVanishesWhenItIsRead() throws {
        let model = try #require(unit.lookup.model(for: Plain.row(1, "Boat")))
        let state = model._$modelState
        #expect(state.phase == .registered)
        unit.loading.load(state, slot: 0)
        #expect(state.phase == .gone)
        #expect(unit.lookup.registered(Plain.row(1, "Boat")) == nil)
        #expect(unit.failures.current().isEmpty)
    }
}

import SwiftDataCore
import Testing

/// Insertions, deletions, rollbacks and transactions of a unit of work without a store.
@Suite struct ContextComponentsTests {
    private struct Mutiny: Error {}

    private let unit = UnitOfWork(core: Self.core())

    private static func core() -> ContainerCore {
        ContainerCore(
            schema: Schema([Captain.self, Voyage.self, Leg.self]),
            migrationPlan: nil,
            stores: [],
            configurations: []
        )
    }

    /// A captain with two voyages, the first of which has two legs.
    private func captain() -> Captain {
        let captain = Captain("Ada")
        let (first, second) = (Voyage("1"), Voyage("2"))
        first.legs = [Leg("a", miles: 1), Leg("b", miles: 2)]
        captain.voyages = [first, second]
        return captain
    }

    private func names(_ states: some Sequence<ModelState>) -> [String] {
        states.compactMap { state in
            switch state.model {
            case let captain as Captain: captain.name
            case let voyage as Voyage: voyage.name
            case let leg as Leg: leg.name
            default: nil
            }
        }
    }

    @Test func anInsertionReachesTheGraphLevelByLevel() {
        unit.insertion.insert(captain())
        #expect(names(unit.pending.inserted.values) == ["Ada", "1", "2", "a", "b"])
        #expect(unit.pending.inserted.values.allSatisfy { $0.unit === unit && $0.phase == .inserted })
    }

    @Test func aModelOfAnotherContextIsReportedAndStaysThere() {
        let (captain, other) = (captain(), UnitOfWork(core: Self.core()))
        unit.insertion.insert(captain)
        other.insertion.insert(captain)
        #expect(other.pending.isEmpty && other.pending.foreign?.code == .foreignContext)
        other.deletion.delete(captain)
        #expect(unit.pending.count == 5 && unit.pending.foreign == nil)
    }

    @Test func aDeletedNewModelLeavesItsPartners() {
        let captain = captain()
        let voyage = captain.voyages[0]
        unit.insertion.insert(captain)
        unit.deletion.delete(voyage)
        #expect(captain.voyages.map(\.name) == ["2"])
        #expect(voyage._$modelState.phase == .gone)
        #expect(names(unit.pending.inserted.values) == ["Ada", "2", "a", "b"])
        #expect(unit.pending.deleted.isEmpty)
    }

    @Test func aRollbackGivesNewModelsBackWithTheirPartners() {
        let captain = captain()
        unit.insertion.insert(captain)
        unit.rollingBack.rollback()
        #expect(unit.pending.isEmpty && unit.recording.rollbackCount == 1)
        #expect(captain._$modelState.phase == .detached && captain._$modelState.unit == nil)
        #expect(captain.voyages.map(\.name) == ["1", "2"])
        #expect(captain.voyages.first?.legs.map(\.name) == ["a", "b"])
    }

    @Test func aFailedTransactionLeavesNoTraceOfItsBlock() {
        let captain = captain()
        unit.insertion.insert(captain)
        let late = Voyage("3")
        #expect(throws: Mutiny.self) {
            try unit.transactions.transaction(posting: nil) {
                captain.name = "Bo"
                unit.insertion.insert(late)
                unit.deletion.delete(captain.voyages[1])
                throw Mutiny()
            }
        }
        #expect(captain.name == "Ada" && captain.voyages.map(\.name) == ["1", "2"])
        #expect(late._$modelState.phase == .detached)
        #expect(Set(names(unit.pending.inserted.values)) == ["Ada", "1", "2", "a", "b"])
        #expect(!unit.recording.isInTransaction && unit.recording.journal == nil)
    }
}

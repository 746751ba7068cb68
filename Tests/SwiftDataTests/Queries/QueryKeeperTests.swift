import SwiftData
import SwiftDataCore
import SwiftDataTesting
import Testing

/// Queries that are variables of a closure.
@MainActor struct QueryKeeperTests {
    private let context: ModelContext

    init() throws { context = try shipmentContext() }

    private func evaluate(_ keeper: QueryKeeper, weight: Int) -> (count: Int, observer: Weak) {
        keeper.evaluate(in: context.container) {
            @Query(filter: #Predicate<Shipment> { $0.weight >= weight }) var shipments: [Shipment]
            return (shipments.count, Weak(_shipments.box.observer))
        }
    }

    private struct Weak {
        weak var object: AnyObject?
        init(_ object: AnyObject?) { self.object = object }
    }

    @Test func whatWasFetchedIsKeptUntilTheNextEvaluation() {
        let context = self.context.container.mainContext
        context.insert(Shipment(label: "piano", weight: 400))
        var keeper: QueryKeeper? = QueryKeeper()
        func evaluate(weight: Int) -> (count: Int, observer: Weak) {
            keeper.map { self.evaluate($0, weight: weight) } ?? (0, Weak(nil))
        }
        let first = evaluate(weight: 10)
        #expect(first.count == 1 && first.observer.object != nil)
        let before = ObserverWork(of: context)
        for _ in 1...100 { #expect(evaluate(weight: 10).observer.object === first.observer.object) }
        #expect(ObserverWork(of: context).since(before).fetches == 0)
        let second = evaluate(weight: 500)
        #expect(second.count == 0 && second.observer.object != nil && first.observer.object == nil)
        keeper = nil
        #expect(second.observer.object == nil)
    }

    @Test func queriesElsewhereAreNotKept() {
        let keeper = QueryKeeper()
        _ = evaluate(keeper, weight: 10)
        context.container.withCurrent {
            weak var observer: AnyObject?
            do {
                @Query(sort: \.label) var shipments: [Shipment]
                _ = shipments.count
                observer = _shipments.box.observer
                #expect(observer != nil)
            }
            #expect(observer == nil)
        }
    }

    @Test func aClosureMayThrow() {
        struct Failure: Error {}
        let keeper = QueryKeeper()
        #expect(throws: Failure.self) { try keeper.evaluate(in: context.container) { throw Failure() } }
        let kept = evaluate(keeper, weight: 10)
        #expect(kept.count == 0 && kept.observer.object != nil)
    }
}

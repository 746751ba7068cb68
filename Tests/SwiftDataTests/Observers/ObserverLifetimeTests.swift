import SwiftData
import SwiftDataCore
import Testing

/// An observer, its context and its models are kept alive by their holders only.
@Suite struct ObserverLifetimeTests {
    private func made(_ context: ModelContext) throws -> ResultsObserver<Shipment, String> {
        try ResultsObserver(
            sortBy: [SortDescriptor(\.weight)],
            sectionBy: \.town,
            modelContext: context,
            isolation: nil
        )
    }

    @Test func anObserverGoesWithItsHolder() throws {
        let context = try shipmentContext()
        context.insert(Shipment(label: "a"))
        try context.save()
        weak var observer: ResultsObserver<Shipment, String>?
        weak var model: Shipment?
        do {
            let made = try made(context)
            observer = made
            model = made.results.first
            context.insert(Shipment(label: "b"))
            _ = made.sections
        }
        #expect(observer == nil)
        #expect(model == nil)
        // What it leaves behind does no harm.
        context.insert(Shipment(label: "c"))
        try context.save()
        #expect(try made(context).labels == ["a", "b", "c"])
    }

    @Test func aContextGoesWithItsObserver() throws {
        let container = try shipmentContext().container
        weak var unit: UnitOfWork?
        do {
            let context = ModelContext(container)
            let observer = try made(context)
            context.insert(Shipment(label: "a"))
            try context.save()
            unit = context.unit
            _ = observer.sections
            observer.results.first?.weight = 7
        }
        #expect(unit == nil)
    }

    @Test func anObserverKeepsItsOwnContext() throws {
        let container = try shipmentContext().container
        let observer = try ResultsObserver<Shipment, Never>(modelContainer: container)
        let other = ModelContext(container)
        other.insert(Shipment(label: "a"))
        try other.save()
        #expect(observer.labels == ["a"])
    }

    @MainActor @Test func anObserverOfTheMainActorMayEndElsewhere() async throws {
        let context = try shipmentContext()
        context.insert(Shipment(label: "a"))
        try context.save()
        weak var model: Shipment?
        do {
            let observer = try ResultsObserver<Shipment, Never>(modelContext: context)
            model = observer.results.first
            let held = Held(observer)
            await Task.detached { held.release() }.value
        }
        for _ in 0..<6_000 where model != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(model == nil)
        #expect(context.unit.identityMap.count == 0)
    }

    /// Takes the last reference elsewhere. No lock: the test waits for the task that releases it.
    private final class Held: @unchecked Sendable {
        private var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
        func release() { object = nil }
    }
}

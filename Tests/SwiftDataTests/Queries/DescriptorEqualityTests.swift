import Foundation
import SwiftData
import Testing

/// Descriptors of fetches that are compared.
@Suite struct DescriptorEqualityTests {
    private func heavy(_ limit: Int) -> FetchDescriptor<Shipment> {
        FetchDescriptor(predicate: #Predicate { $0.weight >= limit }, sortBy: [SortDescriptor(\.label)])
    }

    @Test func theSameConditionIsEqualWhereverItIsWritten() {
        #expect(heavy(10) == heavy(10))
        let written = #Predicate<Shipment> { shipment in shipment.weight >= 10 }
        #expect(heavy(10) == FetchDescriptor(predicate: written, sortBy: [SortDescriptor(\.label)]))
        #expect(FetchDescriptor<Shipment>() == FetchDescriptor<Shipment>())
        let inner = { (rank: Int) in
            FetchDescriptor<Carrier>(predicate: #Predicate { $0.shipments.contains { $0.weight > rank } })
        }
        #expect(inner(1) == inner(1) && inner(1) != inner(2))
    }

    @Test(
        "Whatever differs makes descriptors differ",
        arguments: [
            { $0.predicate = nil }, { $0.predicate = #Predicate { $0.weight > 10 } },
            { $0.predicate = #Predicate { $0.weight >= 11 } }, { $0.sortBy = [] },
            { $0.sortBy = [SortDescriptor(\.label, order: .reverse)] }, { $0.fetchLimit = 1 }, { $0.fetchOffset = 1 },
            { $0.includePendingChanges = false }, { $0.propertiesToFetch = [\.label] },
            { $0.relationshipKeyPathsForPrefetching = [\.carrier] },
        ] as [@Sendable (inout FetchDescriptor<Shipment>) -> Void]
    )
    func whatDiffers(_ change: @Sendable (inout FetchDescriptor<Shipment>) -> Void) {
        var changed = heavy(10)
        change(&changed)
        #expect(changed != heavy(10) && changed == changed)
    }

    @Test func capturedModelsAreTheSameObjects() {
        let (first, second) = (Carrier(name: "a"), Carrier(name: "a"))
        func shipments(of carrier: Carrier) -> FetchDescriptor<Shipment> {
            let id = carrier.persistentModelID
            return FetchDescriptor(predicate: #Predicate { $0.carrier?.persistentModelID == id })
        }
        #expect(shipments(of: first) == shipments(of: first) && shipments(of: first) != shipments(of: second))
    }

    @Test func capturedCollectionsAreComparedInTheirOrder() {
        func shipments(in towns: [String]) -> FetchDescriptor<Shipment> {
            FetchDescriptor(predicate: #Predicate { towns.contains($0.town) })
        }
        func shipments(inSet towns: Set<String>) -> FetchDescriptor<Shipment> {
            FetchDescriptor(predicate: #Predicate { towns.contains($0.town) })
        }
        #expect(shipments(in: ["a", "b"]) == shipments(in: ["a", "b"]))
        #expect(shipments(in: ["a", "b"]) != shipments(in: ["b", "a"]))
        // A copy of a set has the order of the set.
        let towns = Set((1...100).map(String.init))
        #expect(shipments(inSet: towns) == shipments(inSet: towns))
    }
}

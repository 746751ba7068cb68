import SwiftData
import SwiftDataCore

/// The model of the tests of observers: attributes of several types, a subclass, a relationship, and a unique name.
@Model
class Shipment {
    var label: String
    var town: String
    var weight: Int
    var note: String?
    var isSent = false
    var carrier: Carrier?

    init(label: String, town: String = "Kyiv", weight: Int = 1, note: String? = nil, carrier: Carrier? = nil) {
        self.label = label
        self.town = town
        self.weight = weight
        self.note = note
        self.carrier = carrier
    }
}

@Model
final class FragileShipment: Shipment {
    var layers: Int

    init(label: String, town: String = "Kyiv", weight: Int = 1, layers: Int) {
        self.layers = layers
        super.init(label: label, town: town, weight: weight)
    }
}

@Model
final class Carrier {
    @Attribute(.unique) var name: String
    var rank: Int
    @Relationship(deleteRule: .cascade, inverse: \Shipment.carrier)
    var shipments: [Shipment] = []

    init(name: String, rank: Int = 0) {
        self.name = name
        self.rank = rank
    }
}

/// A context on shipments in memory.
func shipmentContext() throws -> ModelContext {
    try memoryContext(Shipment.self, FragileShipment.self, Carrier.self)
}

extension ModelContext {
    /// The numbers of fetches and patches by the observers of the context.
    var observerCounts: ObserverRegistry.Counts { unit.observers?.counts ?? ObserverRegistry.Counts() }
}

extension ResultsObserver where Element == Shipment {
    var labels: [String] { results.map(\.label) }
}

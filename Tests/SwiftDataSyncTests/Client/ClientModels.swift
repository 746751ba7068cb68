import Foundation
import SwiftData

// The models of the tests of the client.

@Model
final class SyncHarbor {
    @Attribute(.unique) var code: String
    var city: String
    var remark: String? = "none"
    var visits: Int = 0
    var chart: Data?
    @Relationship(deleteRule: .cascade, inverse: \SyncBerth.harbor) var berths: [SyncBerth] = []

    init(_ code: String, _ city: String = "") {
        self.code = code
        self.city = city
    }
}

@Model
final class SyncBerth {
    var label: String
    var harbor: SyncHarbor?

    init(_ label: String, _ harbor: SyncHarbor?) {
        self.label = label
        self.harbor = harbor
    }
}

@Model
final class SyncVessel {
    var name: String
    @Relationship(inverse: \SyncSkipper.vessel) var skipper: SyncSkipper?
    @Relationship(inverse: \SyncPennant.vessels) var pennants: [SyncPennant] = []
    @Relationship(deleteRule: .deny, inverse: \SyncMooring.vessel) var moorings: [SyncMooring] = []

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class SyncSkipper {
    var name: String
    var vessel: SyncVessel?

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class SyncPennant {
    var name: String
    var picture: Data?
    var vessels: [SyncVessel] = []

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class SyncMooring {
    var place: String
    var vessel: SyncVessel

    init(_ place: String, _ vessel: SyncVessel) {
        self.place = place
        self.vessel = vessel
    }
}

let clientModels: [any PersistentModel.Type] = [
    SyncHarbor.self, SyncBerth.self, SyncVessel.self, SyncSkipper.self, SyncPennant.self, SyncMooring.self,
]

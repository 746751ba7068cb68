import Foundation
package import SwiftData

// The models of the simulation: every kind of relationship and delete rule that sync has a rule for.

@Model
package final class SimTrip {
    package var name: String
    package var note: String?
    package var budget: Int = 0
    package var rating: Int = 0
    package var start: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(deleteRule: .cascade, inverse: \SimStop.trip) package var stops: [SimStop] = []
    @Relationship(inverse: \SimTag.trips) package var tags: [SimTag] = []
    @Relationship(deleteRule: .cascade, inverse: \SimTicket.trip) package var ticket: SimTicket?
    package var guide: SimGuide?

    package init(name: String, start: Date) {
        self.name = name
        self.start = start
    }
}

@Model
package final class SimStop {
    package var title: String
    package var trip: SimTrip?
    package var photo: Data?

    package init(title: String, trip: SimTrip?) {
        self.title = title
        self.trip = trip
    }
}

@Model
package final class SimTag {
    @Attribute(.unique) package var label: String
    package var color: String
    package var trips: [SimTrip] = []

    package init(label: String, color: String) {
        self.label = label
        self.color = color
    }
}

@Model
package final class SimTicket {
    package var code: String
    package var trip: SimTrip?

    package init(code: String) {
        self.code = code
    }
}

@Model
package final class SimGuide {
    package var name: String
    @Relationship(inverse: \SimTrip.guide) package var trips: [SimTrip] = []

    package init(name: String) {
        self.name = name
    }
}

@Model
package final class SimAccount {
    @Attribute(.unique) package var number: String
    package var owner: String
    @Relationship(deleteRule: .deny, inverse: \SimPayment.account) package var payments: [SimPayment] = []

    package init(number: String, owner: String) {
        self.number = number
        self.owner = owner
    }
}

@Model
package final class SimPayment {
    package var amount: Decimal
    package var memo: String
    package var account: SimAccount

    package init(amount: Decimal, memo: String, account: SimAccount) {
        self.amount = amount
        self.memo = memo
        self.account = account
    }
}

/// A tree: the relationship leads to the class itself.
@Model
package class SimNode {
    package var label: String
    package var parent: SimNode?
    @Relationship(deleteRule: .cascade, inverse: \SimNode.parent) package var children: [SimNode] = []

    package init(label: String, parent: SimNode?) {
        self.label = label
        self.parent = parent
    }
}

/// A class with a superclass.
@Model
package final class SimLeaf: SimNode {
    package var weight: Double

    package init(label: String, parent: SimNode?, weight: Double) {
        self.weight = weight
        super.init(label: label, parent: parent)
    }
}

/// A class whose to-many relationship has no inverse.
@Model
package final class SimAlbum {
    package var title: String
    @Relationship package var pictures: [SimPicture] = []

    package init(title: String) { self.title = title }
}

@Model
package final class SimPicture {
    package var caption: String

    package init(caption: String) { self.caption = caption }
}

package enum SimMood: String, Codable, CaseIterable { case calm, wild, odd }

package struct SimPlace: Codable, Hashable, Sendable {
    package var x: Double
    package var name: String?
}

package enum SimOffer: Codable, Hashable, Sendable {
    case free
    case price(Int, currency: String)
}

/// A class with attributes of all kinds.
@Model
package final class SimKinds {
    package var label: String
    package var big: UInt64
    package var small: Int8?
    package var ratio: Double
    package var fraction: Float?
    package var amount: Decimal?
    package var link: URL?
    package var token: UUID
    package var mood: SimMood
    package var place: SimPlace
    package var offer: SimOffer?
    package var words: [String]
    package var flag: Bool
    package var moment: Date?

    package init(label: String, token: UUID) {
        self.label = label
        self.token = token
        big = 0
        ratio = 0
        mood = .calm
        place = SimPlace(x: 0)
        words = []
        flag = false
    }
}

/// All models of the simulation.
package let simulatedModels: [any PersistentModel.Type] = [
    SimTrip.self, SimStop.self, SimTag.self, SimTicket.self, SimGuide.self, SimAccount.self, SimPayment.self,
    SimNode.self,
    SimLeaf.self, SimAlbum.self, SimPicture.self, SimKinds.self,
]

/// The models of an earlier version of the app, which has fewer classes and properties.
package enum OldModels {
    @Model
    package final class SimTrip {
        package var name: String
        package var note: String?
        package var budget: Int = 0
        @Relationship(deleteRule: .cascade, inverse: \SimStop.trip) package var stops: [SimStop] = []
        @Relationship(inverse: \SimTag.trips) package var tags: [SimTag] = []

        package init(name: String) { self.name = name }
    }

    @Model
    package final class SimStop {
        package var title: String
        package var trip: SimTrip?

        package init(title: String, trip: SimTrip?) {
            self.title = title
            self.trip = trip
        }
    }

    @Model
    package final class SimTag {
        @Attribute(.unique) package var label: String
        package var color: String
        package var trips: [SimTrip] = []

        package init(label: String, color: String) {
            self.label = label
            self.color = color
        }
    }

    package static let all: [any PersistentModel.Type] = [SimTrip.self, SimStop.self, SimTag.self]
}

import Foundation
import SwiftData

// The models of the store behaviours: every shape of relationship, every rule, and values of every kind.

/// A unique name, a cascade, and a rule that denies.
@Model
final class Port {
    @Attribute(.unique) var code: String
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Dock.port) var docks: [Dock] = []
    @Relationship(deleteRule: .deny, inverse: \Licence.port) var licences: [Licence] = []
    @Relationship(inverse: \Ship.home) var fleet: [Ship] = []

    init(_ code: String, name: String = "") {
        self.code = code
        self.name = name
    }
}

/// One side of a one-to-one relationship.
@Model
final class Dock {
    var number: Int
    var port: Port?
    @Relationship(inverse: \Ship.dock) var ship: Ship?

    init(_ number: Int) { self.number = number }
}

/// Values of every kind, a relationship to itself, and one with many on both sides.
@Model
class Ship {
    enum Flag: String, Codable { case red, blue, white }

    struct Papers: Codable, Equatable {
        var issuer: String
        var pages: Int
        var renewed: Date?
    }

    var name: String
    var length: Double
    var launched: Date
    var isAfloat: Bool
    @Attribute(.preserveValueOnDeletion) var registry: UUID
    var price: Decimal
    var flag: Flag
    var papers: Papers?
    var tags: [String]
    var photo: Data?
    var site: URL?
    var motto: String?
    var rank: Int?
    @Transient var notes = 0
    var dock: Dock?
    var home: Port?
    var crew: [Sailor]?
    @Relationship(inverse: \Ship.sisters) var original: Ship?
    var sisters: [Ship] = []

    init(_ name: String, length: Double = 10) {
        self.name = name
        self.length = length
        launched = Date(timeIntervalSinceReferenceDate: 600_000_000)
        isAfloat = true
        registry = UUID()
        price = 0
        flag = .white
        tags = []
    }
}

@Model
final class Tanker: Ship {
    var volume: Int

    init(_ name: String, volume: Int) {
        self.volume = volume
        super.init(name, length: 200)
    }
}

@Model
final class Sailor {
    var name: String
    var age: Int
    @Relationship(inverse: \Ship.crew) var ships: [Ship] = []

    init(_ name: String, age: Int = 30) {
        self.name = name
        self.age = age
    }
}

@Model
final class Licence {
    @Attribute(.preserveValueOnDeletion) var number: Int
    @Attribute(.preserveValueOnDeletion) var holder: String?
    var port: Port?

    init(_ number: Int, for port: Port?) {
        self.number = number
        self.port = port
    }
}

import Foundation
import SwiftData

/// The models of an app that grew.
enum VoyagesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Voyage.self, Stop.self] }

    @Model final class Voyage {
        var name: String
        var days: Int
        @Relationship(deleteRule: .cascade, inverse: \Stop.voyage) var stops: [Stop] = []

        init(name: String, days: Int) {
            self.name = name
            self.days = days
        }
    }

    @Model final class Stop {
        var place: String
        var voyage: Voyage?

        init(place: String) { self.place = place }
    }
}

/// Adds an attribute and an entity, renames an attribute.
enum VoyagesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Voyage.self, Stop.self, Boat.self] }

    @Model final class Voyage {
        @Attribute(originalName: "name") var title: String
        var days: Int
        var notes: String?
        @Relationship(deleteRule: .cascade, inverse: \Stop.voyage) var stops: [Stop] = []

        init(title: String, days: Int) {
            self.title = title
            self.days = days
        }
    }

    @Model final class Stop {
        var place: String
        var voyage: Voyage?

        init(place: String) { self.place = place }
    }

    typealias Boat = Boats.Boat
}

/// Adds an attribute with a default, removes one.
enum VoyagesV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Voyage.self, Stop.self, Boat.self] }

    @Model final class Voyage {
        var title: String
        var notes: String?
        var rating: Int = 3
        @Relationship(deleteRule: .cascade, inverse: \Stop.voyage) var stops: [Stop] = []

        init(title: String) { self.title = title }
    }

    @Model final class Stop {
        var place: String
        var voyage: Voyage?

        init(place: String) { self.place = place }
    }

    typealias Boat = Boats.Boat
}

enum VoyagesPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [VoyagesV1.self, VoyagesV2.self, VoyagesV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: VoyagesV1.self, toVersion: VoyagesV2.self),
            .lightweight(fromVersion: VoyagesV2.self, toVersion: VoyagesV3.self),
        ]
    }
}

/// The content that the tests write into a store of the first version, and that must survive every migration.
enum Voyages {
    static let stops = ["Crossing": ["Cuxhaven", "Helgoland"], "Round trip": ["Kiel"], "Rest": []]

    static func fill(_ context: ModelContext) throws {
        for (days, name) in stops.keys.sorted().enumerated() {
            let voyage = VoyagesV1.Voyage(name: name, days: days + 1)
            context.insert(voyage)
            voyage.stops = (stops[name] ?? []).map { VoyagesV1.Stop(place: $0) }
        }
        try context.save()
    }

    /// The places of each voyage, by its title.
    static func stops(_ voyages: [VoyagesV1.Voyage]) -> [String: [String]] {
        Dictionary(uniqueKeysWithValues: voyages.map { ($0.name, $0.stops.map(\.place).sorted()) })
    }

    static func stops(_ voyages: [VoyagesV2.Voyage]) -> [String: [String]] {
        Dictionary(uniqueKeysWithValues: voyages.map { ($0.title, $0.stops.map(\.place).sorted()) })
    }

    static func stops(_ voyages: [VoyagesV3.Voyage]) -> [String: [String]] {
        Dictionary(uniqueKeysWithValues: voyages.map { ($0.title, $0.stops.map(\.place).sorted()) })
    }
}

#if PostgreSQL
import Foundation
import SwiftData

/// Fleet2 without the superclass.
enum Fleet3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Boat.self, Car.self, Driver.self] }

    @Model final class Boat {
        var name: String
        var sails: Int
        var driver: Driver?

        init(_ name: String, sails: Int) { (self.name, self.sails) = (name, sails) }
    }

    @Model final class Car {
        var name: String
        var doors: Int
        var driver: Driver?

        init(_ name: String, doors: Int) { (self.name, self.doors) = (name, doors) }
    }

    @Model final class Driver {
        var name: String
        @Relationship(inverse: \Car.driver) var cars: [Car] = []
        @Relationship(inverse: \Boat.driver) var boats: [Boat] = []

        init(_ name: String) { self.name = name }
    }
}

/// Fleet2 without cars, and with one relationship to every vehicle that is left.
enum Fleet4: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static var models: [any PersistentModel.Type] { [Vehicle.self, Boat.self, Driver.self] }

    @Model class Vehicle {
        var name: String

        init(_ name: String) { self.name = name }
    }

    @Model final class Boat: Vehicle {
        var sails: Int
        var driver: Driver?

        init(_ name: String, sails: Int) {
            self.sails = sails
            super.init(name)
        }
    }

    @Model final class Driver {
        var name: String
        @Relationship(inverse: \Boat.driver) var boats: [Boat] = []

        init(_ name: String) { self.name = name }
    }
}

/// A relationship to a class that gets a subclass, and loses it again.
enum Zoo1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Animal.self, Keeper.self] }

    @Model class Animal {
        var name: String

        init(_ name: String) { self.name = name }
    }

    @Model final class Keeper {
        var name: String
        var animal: Animal?
        var visited: [Animal] = []

        init(_ name: String) { self.name = name }
    }
}

enum Zoo2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Animal.self, Bear.self, Keeper.self] }

    @Model class Animal {
        var name: String

        init(_ name: String) { self.name = name }
    }

    @Model final class Bear: Animal {
        var weight = 3

        override init(_ name: String) { super.init(name) }
    }

    @Model final class Keeper {
        var name: String
        var animal: Animal?
        var visited: [Animal] = []

        init(_ name: String) { self.name = name }
    }
}

/// Names that are exchanged, of properties, entities and to-many relationships.
enum Swap1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Left.self, Right.self] }

    @Model final class Left {
        var first: String
        var second: Int
        var ones: [Right] = []

        init(_ first: String, _ second: Int) { (self.first, self.second) = (first, second) }
    }

    @Model final class Right {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Left.ones) var lefts: [Left] = []

        init(_ name: String) { self.name = name }
    }
}

enum Swap2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Left.self, Right.self] }

    @Model final class Right {
        static var originalEntityName: String? { "Left" }

        @Attribute(originalName: "second") var first: Double
        @Attribute(originalName: "first") var second: String
        var ones: [Left] = []

        init(_ first: Double, _ second: String) { (self.first, self.second) = (first, second) }
    }

    @Model final class Left {
        static var originalEntityName: String? { "Right" }

        @Attribute(.unique) var name: String
        @Relationship(inverse: \Right.ones) var lefts: [Right] = []

        init(_ name: String) { self.name = name }
    }
}

/// Values that may not fit.
enum Narrow1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    struct Place: Codable, Equatable {
        var room: String
        var floor: Int
    }

    @Model final class Reading {
        var value: Int
        var place: Place?
        var text: String?
        var large: Int

        init(_ value: Int, place: Place? = nil) {
            (self.value, self.place) = (value, place)
            large = value
        }
    }
}

enum Narrow2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    struct Place: Codable, Equatable {
        var room: String
        var floor: Int
    }

    @Model final class Reading {
        var value: Int8
        var place: Place = Place(room: "hall", floor: 0)
        var text: String?
        var large: Decimal

        init(_ value: Int8) {
            self.value = value
            large = 0
        }
    }
}

/// A text must be there, and nothing says which.
enum Narrow3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    @Model final class Reading {
        var value: Int
        var text: String
        var large: Int

        init(_ value: Int) {
            self.value = value
            text = ""
            large = 0
        }
    }
}
#endif

import Foundation
import SwiftData

/// Models as those of the app that wrote SampleModel_V1.sqlite.
enum Cars1 {
    static let models: [any PersistentModel.Type] = [Car.self, SportCar.self, ExpensiveSportCar.self, Person.self]

    @Model class Car {
        @Attribute(.unique) var numberPlate: String
        var maker: String?
        var model: String?
        var markedForDeletionAsOf: Date?
        @Attribute(.transformable(by: ColorsTransformer.self)) var color: Palette?
        @Attribute(.ephemeral) var currentDrivingSpeed = 0
        var owner: Person?

        init(numberPlate: String) { self.numberPlate = numberPlate }
    }

    @Model class SportCar: Car {}

    @Model final class ExpensiveSportCar: SportCar {
        var isLimitedEdition: Bool?
    }

    @Model final class Person {
        #Unique<Person>([\.firstName, \.lastName])

        @Attribute(.preserveValueOnDeletion) var id: UUID
        var firstName: String?
        var lastName: String?
        var updatedAt: Date
        @Attribute(.ephemeral) var isDriving = false
        @Relationship(inverse: \Car.owner) var cars: [Car] = []

        init(firstName: String) {
            id = UUID()
            self.firstName = firstName
            updatedAt = Date(timeIntervalSinceReferenceDate: 0)
        }
    }
}

/// Models as those of the app that wrote SampleModel_V2.sqlite.
enum Cars2 {
    static let models: [any PersistentModel.Type] = [Car.self, SportCar.self, LuxuryCar.self, Person.self]

    @Model class Car {
        @Attribute(.unique) var numberPlate: String
        var maker: String?
        var model: String?
        var markedForDeletionAsOf: Date?
        var owner: Person?

        init(numberPlate: String) { self.numberPlate = numberPlate }
    }

    @Model class SportCar: Car {}

    @Model final class LuxuryCar: SportCar {
        var isLimitedEdition: Bool?
    }

    @Model final class Person {
        #Unique<Person>([\.firstName, \.lastName])

        var firstName: String?
        var lastName: String?
        var updatedAt: Date
        @Relationship(inverse: \Car.owner) var cars: [Car] = []

        init(firstName: String) {
            self.firstName = firstName
            updatedAt = Date(timeIntervalSinceReferenceDate: 0)
        }
    }
}

/// The model of the app that wrote SampleModel3_V1.sqlite.
enum Pets {
    @Model final class User {
        var name: String
        var petName: String?

        init(name: String) { self.name = name }
    }
}

import Foundation
import SwiftData

enum GaragesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Car.self, Person.self] }

    @Model final class Car {
        var plate: String
        var owner: Person?
        init(plate: String) { self.plate = plate }
    }

    @Model final class Person {
        var name: String
        @Relationship(inverse: \Car.owner) var cars: [Car] = []
        init(name: String) { self.name = name }
    }
}

/// The owner is another kind of model, and must be there.
enum GaragesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Car.self, Company.self, Person.self] }

    @Model final class Car {
        var plate: String
        var owner: Company
        var driver: Person

        init(plate: String, owner: Company, driver: Person) {
            self.plate = plate
            self.owner = owner
            self.driver = driver
        }
    }

    @Model final class Company {
        var name: String
        @Relationship(inverse: \Car.owner) var cars: [Car] = []
        init(name: String) { self.name = name }
    }

    @Model final class Person {
        var name: String
        @Relationship(inverse: \Car.driver) var driven: [Car] = []
        init(name: String) { self.name = name }
    }
}

enum Garages {
    static func fill(_ context: ModelContext) throws {
        let people = ["Ann", "Bob"].map { GaragesV1.Person(name: $0) }
        for person in people { context.insert(person) }
        for (plate, person) in [("A 1", people[0]), ("A 2", people[0]), ("B 1", people[1])] {
            let car = GaragesV1.Car(plate: plate)
            context.insert(car)
            car.owner = person
        }
        try context.save()
    }

    /// A company for each owner of the past, who drives the cars from now on.
    @Sendable static func found(_ context: ModelContext) throws {
        guard let past = context.contextBeforeMigration else { throw CocoaError(.featureUnsupported) }
        for old in try past.fetch(FetchDescriptor<GaragesV1.Person>()) {
            let company = GaragesV2.Company(name: old.name + " Ltd")
            context.insert(company)
            let person = try context.migratedModel(of: old, as: GaragesV2.Person.self)
            for oldCar in old.cars {
                guard let person, let car = try context.migratedModel(of: oldCar, as: GaragesV2.Car.self) else {
                    throw CocoaError(.fileReadCorruptFile)
                }
                car.owner = company
                car.driver = person
            }
        }
    }
}

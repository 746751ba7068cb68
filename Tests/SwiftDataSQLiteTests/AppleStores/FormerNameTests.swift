import Foundation
import SwiftData
import TestSupport
import Testing

/// Core Data has renamed an entity of this file, and left the name that it had before in `Z_PRIMARYKEY`.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct FormerNameTests {
    enum Cars3 {
        static let models: [any PersistentModel.Type] = [Car.self, SportCar.self, LuxuryCar.self, Person.self]

        @Model class Car {
            @Attribute(.unique) var numberPlate: String
            var maker: String?
            var model: String?
            var doors: Int = 4
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

    @Test func theFileIsMigratedAndGoesOnHandingOutKeys() throws {
        let sample = try SampleStore("SampleModel_V2.sqlite")
        defer { sample.remove() }
        func sql(_ statement: String) throws -> String {
            try #require(Program.sqlite3).run([sample.file.path, statement]).trimmingCharacters(in: .newlines)
        }
        #expect(try sql("SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = 3") == "ExpensiveSportCar")
        let count = try sql("SELECT count(*) FROM ZCAR")
        let maximum = try #require(Int(try sql("SELECT max(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT = 1")))
        var configuration = ModelConfiguration(url: sample.file)
        configuration.migratesAppleStores = true
        let context = ModelContext(
            try ModelContainer(for: Schema(Cars3.models), configurations: configuration)
        )
        let cars = try context.fetch(FetchDescriptor<Cars3.Car>())
        #expect("\(cars.count)" == count && cars.allSatisfy { $0.doors == 4 })
        #expect(try sql("SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = 3") == "LuxuryCar")
        context.insert(Cars3.LuxuryCar(numberPlate: "NEW 1"))
        try context.save()
        #expect(try sql("SELECT Z_PK FROM ZCAR WHERE ZNUMBERPLATE = 'NEW 1'") == "\(maximum + 1)")
    }
}

// A hierarchy of models.
import SwiftData

@Model
class Vehicle {
    var name: String
    var wheels: Int = 4
    @Relationship(deleteRule: .nullify, inverse: \Garage.vehicles) var garage: Garage?

    init(name: String) {
        self.name = name
    }

    func describe() -> String { name }
}

@available(iOS 26, macOS 26, *)
@Model
class Car: Vehicle {
    var doors: Int

    init(name: String, doors: Int) {
        self.doors = doors
        super.init(name: name)
    }

    override func describe() -> String { "\(super.describe()) with \(doors) doors" }
}

@available(iOS 26, *)
@Model
final class Taxi: Car {
    var licence: String = ""
    var fares: [Double] = []

    override init(name: String, doors: Int) {
        super.init(name: name, doors: doors)
    }
}

@Model
final class Bicycle: Vehicle {
    var gears: Int = 1
}

@Model
final class Garage {
    var vehicles: [Vehicle] = []
    init() {}
}

func use(_ context: ModelContext) throws {
    let bicycle = Bicycle(name: "b")
    bicycle.gears = 3
    context.insert(bicycle)
    let vehicles = try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name)]))
    for vehicle in vehicles {
        switch vehicle {
        case let taxi as Taxi: print(taxi.licence, taxi.doors, taxi.name)
        case is Car: print("car")
        default: print(vehicle.describe())
        }
    }
    let byDoors = FetchDescriptor<Car>(sortBy: [SortDescriptor(\.name), SortDescriptor(\.doors)])
    let cars: [Car] = try context.fetch(byDoors)
    let container = try ModelContainer(for: Vehicle.self, Car.self, Taxi.self, Bicycle.self)
    print(cars, container)
}

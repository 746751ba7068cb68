import SwiftData

/// A base of which no object is made, with two levels below it and relationships to the base.
@Model
class Vehicle {
    var name: String
    var garage: Garage?

    init(name: String) { self.name = name }
}

@Model
class Truck: Vehicle {
    var load: Int

    init(name: String, load: Int) {
        self.load = load
        super.init(name: name)
    }
}

@Model
final class Tanker: Truck {
    var liquid: String

    init(name: String, load: Int, liquid: String) {
        self.liquid = liquid
        super.init(name: name, load: load)
    }
}

@Model
final class Bicycle: Vehicle {
    var gears: Int

    init(name: String, gears: Int) {
        self.gears = gears
        super.init(name: name)
    }
}

@Model
final class Garage {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Vehicle.garage)
    var vehicles: [Vehicle] = []
    var favourite: Vehicle?

    init(name: String) { self.name = name }
}

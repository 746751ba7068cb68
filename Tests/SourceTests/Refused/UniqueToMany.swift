import SwiftData

@Model
final class Trip {
    #Unique<Trip>([\.name], [\.name, \.items])  // expect-error: #Unique cannot constrain 'items', which is a to-many
    var name = ""
    @Relationship(inverse: \Item.trip) var items: [Item] = []
    init() {}
}

@Model
final class Item {
    var trip: Trip?
    init() {}
}

import SwiftData

@Model
final class Trip {
    #Index<Trip>([\.nothing])  // expect-error: key path type
    #Unique<String>([\.count])  // expect-error: conform to 'PersistentModel'
    var name = ""
    @Relationship(inverse: \Item.nowhere) var item: Item?  // expect-error: has no member 'nowhere'
    init() {}
}

@Model
final class Item {
    @Attribute(.unknown) var name = ""  // expect-error: has no member 'unknown'
    @Relationship(.wrong) var trip: Trip?  // expect-error: member 'wrong'
    init() {}
}

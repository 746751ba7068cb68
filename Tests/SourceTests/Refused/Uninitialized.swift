// An initializer that forgets a property is found, as for stored properties.
import SwiftData

@Model
final class Trip {
    var name: String
    var place: String
    var start: Date?
    var items: [Item]

    init(name: String) {
        self.name = name
    }  // expect-error: return from initializer without initializing all stored properties
}

@Model
final class Item {
    var name: String

    init(_ name: String) {
        print(self.name)  // expect-error: 'self' used
        self.name = name
    }
}

import SwiftData

@Model
class Animal {
    var name: String
    var legs: Int = 4

    init(name: String) {
        self.name = name
    }
}

@Model
final class Dog: Animal {
    var breed: String
    var owner: Person?

    init(name: String, breed: String, owner: Person? = nil) {
        self.breed = breed
        self.owner = owner
        super.init(name: name)
    }
}

/// Inherits its initialiser, which Swift allows where every property has a default.
@Model
final class Cat: Animal {
    var lives = 9
}

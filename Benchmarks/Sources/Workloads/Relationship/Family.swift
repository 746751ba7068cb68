import SwiftData

/// A person with children.
@Model
final class Parent {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Child.parent)
    var children: [Child] = []

    init(name: String) {
        self.name = name
    }
}

/// A child of a parent.
@Model
final class Child {
    var name: String
    var age: Int
    var parent: Parent?

    init(name: String, age: Int, parent: Parent) {
        self.name = name
        self.age = age
        self.parent = parent
    }
}

/// Depends on every attribute of a child.
@inline(__always)
func childChecksum(_ name: String, _ age: Int) -> Int {
    name.utf8.count &* 3 &+ age
}

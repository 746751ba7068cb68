import Foundation
import SwiftData

/// Two tables whose keys are alike.
enum KennelsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Cat.self, Dog.self, Walk.self] }

    @Model final class Cat {
        var name: String
        init(name: String) { self.name = name }
    }

    @Model final class Dog {
        var name: String
        init(name: String) { self.name = name }
    }

    @Model final class Walk {
        var place: String
        init(place: String) { self.place = place }
    }
}

/// One table for both, and another name for the third.
enum KennelsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Pet.self, Cat.self, Dog.self, Stroll.self] }

    @Model class Pet {
        var name: String
        var label: String = ""
        init(name: String) { self.name = name }
    }

    @Model final class Cat: Pet {
        var lives: Int = 9
    }

    @Model final class Dog: Pet {
        var tricks: Int = 0
    }

    @Model final class Stroll {
        static var originalEntityName: String? { "Walk" }
        var place: String
        var label: String = ""
        init(place: String) { self.place = place }
    }
}

enum Kennels {
    static func fill(_ context: ModelContext) throws {
        // More dogs than cats, so that it is the cats that get other keys.
        for name in ["Tom", "Felix"] { context.insert(KennelsV1.Cat(name: name)) }
        for name in ["Rex", "Bello", "Lassie"] { context.insert(KennelsV1.Dog(name: name)) }
        for place in ["beach", "wood"] { context.insert(KennelsV1.Walk(place: place)) }
        try context.save()
    }
}

import SwiftData
import Testing

@Suite struct SubclassTests {
    @Test func aSubclassHasItsOwnPropertiesAndTheInheritedOnes() throws {
        let dog = Dog(name: "Rex", breed: "Collie", owner: Person(name: "Ann"))
        #expect(dog.name == "Rex")
        #expect(dog.legs == 4)
        #expect(dog.breed == "Collie")
        #expect(dog.owner?.name == "Ann")
        let animal: Animal = dog
        animal.name = "Max"
        #expect(dog.name == "Max")
    }

    @Test func aFetchOfTheBaseFindsTheSubclass() throws {
        let context = try memoryContext(Animal.self, Dog.self)
        context.insert(Dog(name: "Rex", breed: "Collie", owner: Person(name: "Ann")))
        context.insert(Animal(name: "Cat"))
        try context.save()
        let other = ModelContext(context.container)
        let animals = try other.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]))
        #expect(animals.map(\.name) == ["Cat", "Rex"])
        #expect((animals.last as? Dog)?.breed == "Collie")
        #expect((animals.last as? Dog)?.owner?.name == "Ann")
        #expect(try other.fetchCount(FetchDescriptor<Dog>()) == 1)
    }

    @Test func aFetchedSubclassThatInheritsItsInitialiserKeepsItsStoredValues() throws {
        let context = try memoryContext(Animal.self, Cat.self)
        let cat = Cat(name: "Tom")
        cat.lives = 8
        context.insert(cat)
        try context.save()
        let other = ModelContext(context.container)
        let fetched = try #require(try other.fetch(FetchDescriptor<Cat>()).first)
        #expect(fetched.lives == 8)
        #expect(fetched.name == "Tom")
        #expect(!fetched.hasChanges)
    }
}

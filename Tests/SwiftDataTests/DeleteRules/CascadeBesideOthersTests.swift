import SwiftData
import TestSupport
import Testing

@Model
private final class BottleRack {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Bottle.crate) var bottles: [Bottle] = []
    @Relationship(inverse: \Sticker.crates) var stickers: [Sticker] = []
    init(_ name: String) { self.name = name }
}

@Model
private final class Bottle {
    var number: Int
    var crate: BottleRack?
    init(_ number: Int) { self.number = number }
}

@Model
private final class Sticker {
    var text: String
    var crates: [BottleRack] = []
    init(_ text: String) { self.text = text }
}

/// A cascade that the store follows, beside a relationship that the context reads to delete the model.
@Suite struct CascadeBesideOthersTests {
    private let store: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        store = try TemporaryFolder()
        container = try store.container(for: BottleRack.self, Bottle.self, Sticker.self)
        let context = ModelContext(container)
        let sticker = Sticker("glass")
        context.insert(sticker)
        for name in ["a", "b", "c"] {
            let crate = BottleRack(name)
            context.insert(crate)
            crate.bottles = [Bottle(1), Bottle(2)]
            crate.stickers = [sticker]
        }
        try context.save()
    }

    private func expectLeft(_ crates: Int) throws {
        #expect(try store.sqlite3("SELECT count(*) FROM ZBOTTLERACK") == "\(crates)")
        #expect(try store.sqlite3("SELECT count(*) FROM ZBOTTLE") == "\(crates * 2)")
        let strays = "SELECT count(*) FROM ZBOTTLE WHERE ZCRATE NOT IN (SELECT Z_PK FROM ZBOTTLERACK)"
        #expect(try store.sqlite3(strays) == "0")
        let reported = "SELECT count(*) FROM ACHANGE JOIN Z_PRIMARYKEY p ON p.Z_ENT = ZENTITY WHERE ZCHANGETYPE = 2"
        #expect(try store.sqlite3(reported + " AND Z_NAME = 'Bottle'") == "\((3 - crates) * 2)")
    }

    @Test func theMembersGoWithTheirOwner() throws {
        let context = ModelContext(container)
        context.delete(try #require(try context.fetch(FetchDescriptor<BottleRack>()).first))
        try context.save()
        try expectLeft(2)
    }

    @Test func severalOwnersTakeTheirMembersAlong() throws {
        let context = ModelContext(container)
        for crate in try context.fetch(FetchDescriptor<BottleRack>()).prefix(2) { context.delete(crate) }
        try context.save()
        try expectLeft(1)
    }

    @Test func aDeletionThatIsLookedAtDoesTheSame() throws {
        let context = ModelContext(container)
        context.delete(try #require(try context.fetch(FetchDescriptor<BottleRack>()).first))
        #expect(context.deletedModelsArray.count == 3)
        #expect(try context.fetchCount(FetchDescriptor<Bottle>()) == 4)
        try context.save()
        try expectLeft(2)
    }
}

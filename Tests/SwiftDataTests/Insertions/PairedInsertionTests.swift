import Foundation
import SwiftData
import SwiftDataQueries
import TestSupport
import Testing

@Model
final class Plinth {
    var name: String
    var statue: Statue?

    init(name: String) { self.name = name }
}

@Model
final class Statue {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Plinth.statue) var plinth: Plinth?

    init(name: String) { self.name = name }
}

/// Insertions of rows that lead to other rows, which lead back.
@Suite struct PairedInsertionTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder) throws -> ModelContext {
        let context = ModelContext(try place.container(folder, Plinth.self, Statue.self))
        context.autosaveEnabled = false
        return context
    }

    @Test(arguments: StorePlace.allCases) func bothSidesOfAOneToOneRelationshipAreWritten(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let plinths = ["a", "b", "c"].map(Plinth.init)
        for plinth in plinths { context.insert(plinth) }
        let former = Statue(name: "former")
        context.insert(former)
        former.plinth = plinths[0]
        try context.save()

        try context.insert(Statue.self, [0, 1]) { place, new in
            new.set(\.name, to: "new \(place)")
            new.set(\.plinth, to: plinths[place])
        }
        #expect(plinths.map { $0.statue?.name } == ["new 0", "new 1", nil])
        #expect(former.plinth == nil)
        let reader = ModelContext(try self.context(place, folder).container)
        let stored = place == .memory ? ModelContext(context.container) : reader
        let read = try stored.fetch(FetchDescriptor<Plinth>(sortBy: [SortDescriptor(\.name)]))
        #expect(read.map { $0.statue?.name } == ["new 0", "new 1", nil])
        #expect(read.map { $0.statue?.plinth === $0 } == [true, true, false])
        let statues = try stored.fetch(FetchDescriptor<Statue>(sortBy: [SortDescriptor(\.name)]))
        #expect(statues.map { $0.plinth?.name } == [nil, "a", "b"])
    }

    @Test(arguments: StorePlace.allCases) func aModelWithoutARowIsNoDestination(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let unsaved = Plinth(name: "unsaved")
        context.insert(unsaved)
        let outside = Plinth(name: "outside")
        for plinth in [unsaved, outside] {
            #expect {
                try context.insert(Statue.self, ["x"]) { name, new in
                    new.set(\.name, to: name)
                    new.set(\.plinth, to: plinth)
                }
            } throws: { error in
                guard let error = error as? StoreError else { return false }
                return error.code == .validation && error.entityName == "Statue" && error.propertyName == "plinth"
            }
        }
        #expect(try context.fetchCount(FetchDescriptor<Statue>()) == 0)
        guard place != .json else { return }
        try context.transaction(isolated: true) {
            try context.insert(Statue.self, ["x"]) { name, new in
                new.set(\.name, to: name)
                new.set(\.plinth, to: unsaved)
            }
        }
        let statues = try ModelContext(context.container).fetch(FetchDescriptor<Statue>())
        #expect(statues.map { $0.plinth?.name } == ["unsaved"])
    }
}

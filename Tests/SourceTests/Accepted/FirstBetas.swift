// As the talks of 2023 wrote it, before the first release.
import SwiftData

@Model
final class Trip {
    @Attribute(.unique) var name: String
    @Relationship(.cascade) var items: [Item]? = []  // expect-warning: a delete rule without the label 'deleteRule'
    @Relationship(.nullify, inverse: \Item.second) var others: [Item] = []  // expect-warning: without the label
    @Relationship(.deny, originalName: "x") var denied: [Other] = []  // expect-warning: without the label
    @Relationship(.noAction) var left: Other?  // expect-warning: without the label

    init(name: String) {
        self.name = name
    }
}

@Model
final class Item {
    var title = ""
    var trip: Trip?
    var second: Trip?
    init() {}
}

@Model
final class Other {
    var title = ""
    init() {}
}

func use() throws {
    let configuration = ModelConfiguration(inMemory: true)  // expect-warning: 'init(inMemory:)' is deprecated
    let first = try ModelContainer(for: Trip.self, configuration)  // expect-warning: is deprecated
    let second = try ModelContainer(for: [Trip.self, Item.self], configuration)  // expect-warning: is deprecated
    let third = try ModelContainer(for: [Trip.self, Item.self])  // expect-warning: is deprecated
    let fourth = try ModelContainer(for: Schema([Trip.self]), configuration)  // expect-warning: is deprecated
    let context = ModelContext(first)
    let trip = Trip(name: "a")
    context.insert(object: trip)  // expect-warning: 'insert(object:)' is deprecated
    context.delete(object: trip)  // expect-warning: 'delete(object:)' is deprecated
    let fifth = try ModelContainer(for: Trip.self, configuration, configuration)  // expect-warning: is deprecated
    let types: [any PersistentModel.Type] = [Trip.self, Item.self]
    let sixth = try ModelContainer(for: types, configurations: configuration)  // expect-warning: is deprecated
    print(second, third, fourth, fifth, sixth)
}

// The first talks about observers call them so.
@MainActor func observe(_ context: ModelContext) throws -> Int {
    let trips = try ModelResultsObserver<Trip, Never>(  // expect-warning: 'ModelResultsObserver' is deprecated
        filterBy: #Predicate { $0.name == "a" },
        modelContext: context
    )
    return trips.results.count
}

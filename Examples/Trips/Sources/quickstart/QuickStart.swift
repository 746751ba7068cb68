import SwiftData

@Model
final class Trip {
    var name: String
    var startDate = Date.now
    init(name: String) { self.name = name }
}

@main
struct QuickStart {
    static func main() throws {
        let context = ModelContext(try ModelContainer(for: Trip.self))
        context.insert(Trip(name: "Cherry blossom"))
        try context.save()

        let wanted = #Predicate<Trip> { $0.name.localizedStandardContains("cherry") }
        let trips = try context.fetch(FetchDescriptor(predicate: wanted, sortBy: [SortDescriptor(\.startDate)]))
        for trip in trips { print(trip.name, trip.startDate) }
    }
}

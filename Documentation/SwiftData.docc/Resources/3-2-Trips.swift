import SwiftData

@main
struct Trips {
    @MainActor
    static func main() throws {
        let file = ModelConfiguration(url: URL(filePath: "trips.store"))
        let container = try ModelContainer(for: Trip.self, configurations: file)
        let context = container.mainContext
        try addSampleTrips(to: context)

        let summer = try day("2027-06-01")
        let wanted = #Predicate<Trip> { trip in
            trip.startDate < summer && trip.destination.localizedStandardContains("tok")
        }
        let byDate = FetchDescriptor(predicate: wanted, sortBy: [SortDescriptor(\.startDate)])
        for trip in try context.fetch(byDate) {
            print(trip.name, "in", trip.destination)
        }
    }
}

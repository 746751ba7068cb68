import SwiftData

@main
struct Trips {
    @MainActor
    static func main() throws {
        let file = ModelConfiguration(url: URL(filePath: "trips.store"))
        let container = try ModelContainer(
            for: Trip.self,
            migrationPlan: TripsPlan.self,
            configurations: file
        )
        let context = container.mainContext
        try addSampleTrips(to: context)

        let byDate = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])
        for trip in try context.fetch(byDate) {
            print("\(trip.name): \(trip.nights) nights, \(trip.bucketList.count) items")
        }
    }
}

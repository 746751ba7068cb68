import SwiftData

@main
struct Trips {
    @MainActor
    static func main() throws {
        let file = ModelConfiguration(url: URL(filePath: "trips.store"))
        let container = try ModelContainer(for: Trip.self, configurations: file)
        let context = container.mainContext
        try addSampleTrips(to: context)

        print(try context.fetchCount(FetchDescriptor<Trip>()), "trips")
    }
}

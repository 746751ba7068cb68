import SwiftData

@main
struct Trips {
    @MainActor
    static func main() throws {
        let file = ModelConfiguration(url: URL(filePath: "trips.store"))
        let container = try ModelContainer(for: Trip.self, configurations: file)
        let context = container.mainContext
        try addSampleTrips(to: context)

        ModelContainer.default = container
        let board = TripBoard()
        print(board.trips.map(\.name))

        let weekend = Trip(
            name: "Weekend",
            destination: "Nara",
            startDate: try day("2027-03-27"),
            endDate: try day("2027-03-28")
        )
        context.insert(weekend)
        print(board.trips.map(\.name))

        context.delete(weekend)
        print(board.trips.map(\.name))
    }
}

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
            trip.startDate < summer && trip.bucketList.isEmpty
        }
        for trip in try context.fetch(FetchDescriptor(predicate: wanted)) {
            trip.bucketList = [BucketListItem(title: "Ueno Park"), BucketListItem(title: "Sensō-ji")]
        }
        try context.save()
        print(try context.fetchCount(FetchDescriptor<BucketListItem>()), "items")
    }
}

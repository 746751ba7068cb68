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

        let weekend = Trip(
            name: "Weekend",
            destination: "Nara",
            startDate: try day("2027-03-27"),
            endDate: try day("2027-03-28")
        )
        weekend.bucketList.append(BucketListItem(title: "Deer park"))
        context.insert(weekend)
        try context.save()
        print(try context.fetchCount(FetchDescriptor<BucketListItem>()), "items with those of the weekend")

        context.delete(weekend)
        try context.save()
        print(try context.fetchCount(FetchDescriptor<BucketListItem>()), "items after the deletion")
    }
}

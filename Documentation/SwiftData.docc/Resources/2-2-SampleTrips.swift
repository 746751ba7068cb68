import SwiftData

func day(_ text: String) throws -> Date {
    try Date("\(text)T00:00:00Z", strategy: .iso8601)
}

func addSampleTrips(to context: ModelContext) throws {
    guard try context.fetchCount(FetchDescriptor<Trip>()) == 0 else { return }
    context.insert(
        Trip(
            name: "Cherry blossom",
            destination: "Tokyo",
            startDate: try day("2027-03-24"),
            endDate: try day("2027-03-30")
        )
    )
    context.insert(
        Trip(
            name: "Fjords",
            destination: "Bergen",
            startDate: try day("2027-07-05"),
            endDate: try day("2027-07-12")
        )
    )
    try context.save()
}

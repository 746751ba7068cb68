import SwiftData

extension Demo {
    func list(_ book: TripBook) throws {
        heading("All trips by name")
        let trips = try book.trips(TripQuery(order: .name))
        let names = trips.map(\.name)
        printLines([names.joined(separator: ", ")])
        try check(trips.sorted(using: SortDescriptor(\.name)).map(\.name) == names, "the names are in order")

        let middle = try middle()
        let upcoming = try book.trips(TripQuery(period: .upcoming(middle)))
        heading("Those that start after \(Day.text(middle))")
        printLines(upcoming.map(TripText.line))
        try check(upcoming.allSatisfy { $0.startDate > middle }, "these trips are still to come")

        let past = try book.trips(TripQuery(period: .past(middle)))
        heading("Those that ended before \(Day.text(middle))")
        printLines(past.map(TripText.line))
        try check(past.allSatisfy { $0.endDate < middle }, "these trips are over")
    }

    func search(_ book: TripBook) throws {
        heading("Trips that contain “sao”, whatever its case and accents")
        let trips = try book.trips(TripQuery(search: "sao", order: .name))
        printLines(trips.map(TripText.line))
        try check(Set(trips.map(\.name)).isSuperset(of: ["Carnival", "São João"]), "the search found both")

        heading("Places that contain “san”, the first three")
        let places = try book.places(search: "san", limit: 3)
        printLines(places.map(TripText.place))

        heading("One trip, with what belongs to it")
        let trip = try book.trip(named: "Cherry blossom", startingOn: day(3, 24, yearsAhead: 1))
        printLines(TripText.details(trip))
        try check(trip.place?.zone == "Asia/Tokyo", "the trip knows the imported place")
    }
}

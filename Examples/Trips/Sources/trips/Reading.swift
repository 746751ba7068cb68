import ArgumentParser
import TripsKit

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists trips.",
        discussion: "Trips that another person has changed since you last saw them are marked as unread."
    )

    @OptionGroup var store: StoreOption
    @Option(help: "Only trips whose name or destination contains this text.")
    var search = ""
    @Option(help: "The sort order.")
    var sort = TripQuery.Order.start
    @Flag(help: "Only trips that are still to come.")
    var upcoming = false
    @Flag(help: "Only trips that are over.")
    var past = false
    @Option(help: "The maximum number of trips.")
    var limit: Int?

    func validate() throws {
        if upcoming && past { throw ValidationError("A trip cannot be --upcoming and --past at once.") }
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() throws {
        let today = Day.today
        let period: TripQuery.Period = upcoming ? .upcoming(today) : past ? .past(today) : .all
        let query = TripQuery(search: search, order: sort, period: period, limit: limit)
        let book = try store.open()
        let trips = try book.trips(query)
        let unread = try book.unreadTrips()
        for trip in trips { print(TripText.line(trip, isUnread: unread.contains(trip.persistentModelID))) }
        if trips.isEmpty { print("No trips.") }
    }
}

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows a trip with all that belongs to it.")

    @OptionGroup var store: StoreOption
    @OptionGroup var trip: TripArgument

    func run() throws {
        let book = try store.open()
        let trip = try trip.find(in: book)
        for line in TripText.details(trip) { print(line) }
        try book.read(trip)
    }
}

struct Places: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the imported places.")

    @OptionGroup var store: StoreOption
    @Option(help: "Only places whose name or zone contains this text.")
    var search = ""
    @Option(help: "The maximum number of places.")
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() throws {
        let places = try store.open().places(search: search, limit: limit)
        for place in places { print(TripText.place(place)) }
        if places.isEmpty { print("No places; “trips import FILE” brings some.") }
    }
}

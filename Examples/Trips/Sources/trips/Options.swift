import ArgumentParser
import Foundation
import TripsKit

/// The option of every command that says where the trips are.
struct StoreOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of the store, instead of the default one. A JSON file where its name ends so; “json” is the "
                + "JSON file beside the default store.",
            valueName: "path"
        )
    )
    var store: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Who you are, for the history and for unread marks.", valueName: "name")
    )
    var user = NSUserName()

    var given: TripStore? { store.map { TripStore($0) } }

    func validate() throws {
        if store?.isEmpty == true { throw ValidationError("--store needs a path.") }
        if user.isEmpty { throw ValidationError("--as needs a name.") }
    }

    func open() throws -> TripBook {
        try TripBook(given ?? .standard, as: user)
    }
}

/// The trip that a command is about.
struct TripArgument: ParsableArguments {
    @Argument(help: "The name of the trip.")
    var name: String

    @Option(
        name: .customLong("starting"),
        help: ArgumentHelp("Its first day, where several trips have this name.", valueName: "day")
    )
    var firstDay: DayArgument?

    func find(in book: TripBook) throws -> Trip {
        try book.trip(named: name, startingOn: firstDay?.date)
    }
}

/// A day on the command line.
struct DayArgument: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        guard let date = try? Day.date(argument) else { return nil }
        self.date = date
    }
}

extension TripQuery.Order: ExpressibleByArgument {}

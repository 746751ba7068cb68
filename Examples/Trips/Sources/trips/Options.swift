import ArgumentParser
import Foundation
import TripsKit

/// The option of every command that says where the trips are.
struct StoreOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of the store, instead of the default one. A JSON file where its name ends so; “json” is the "
                + "JSON file beside the default store. A URL such as “postgresql:///trips” is a PostgreSQL server, "
                + "with “#name” at its end where the tables are in another schema than public.",
            valueName: "store"
        )
    )
    var store: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Your name, for the history and for unread marks.", valueName: "name")
    )
    var user = NSUserName()

    var given: TripStore? { store.map { TripStore($0) } }

    func validate() throws {
        if store?.isEmpty == true { throw ValidationError("--store needs a path.") }
        try given?.validate()
        if user.isEmpty { throw ValidationError("--as needs a name.") }
    }

    func open() throws -> TripBook {
        try TripBook(given ?? .standard, as: user)
    }
}

extension TripStore {
    /// Throws a `ValidationError` for a store that this program cannot open.
    func validate() throws {
        do { try check() } catch let error as TripError { throw ValidationError(error.description) }
    }
}

/// The trip that a command is about.
struct TripArgument: ParsableArguments {
    @Argument(help: "The name of the trip.")
    var name: String

    @Option(
        name: .customLong("starting"),
        help: ArgumentHelp("The first day of the trip, if several trips have this name.", valueName: "day")
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

import Foundation

/// The reason why a request of a person failed, with an alternative to try.
public enum TripError: Error, Equatable {
    /// A name that has nothing in it but spaces.
    case emptyName
    /// A text that is no day.
    case notADay(String)
    /// A last day before the first one.
    case endsBeforeItStarts
    /// A name that no trip has.
    case noSuchTrip(String)
    /// A name that several trips have, with their first days.
    case severalTrips(String, days: [String])
    /// A title that no item of the trip has.
    case noSuchItem(String, trip: String)
    /// An edit without a change.
    case nothingToChange
    /// The name and the days of another trip.
    case daysTaken(String)
    /// An address without an accommodation.
    case addressOfNothing
    /// A file that cannot be read.
    case unreadableFile(String)
    /// A table without a place, and what is wrong with its first line.
    case noPlaces(String, firstProblem: String?)
    /// A store on a PostgreSQL server, for a program without the package trait `PostgreSQL`.
    case builtWithoutPostgres
    /// An address of a PostgreSQL server with something else than a name after the `#`.
    case notASchema
    /// A sync that could not be done, in words.
    case syncFailed(String)
    /// A sync through another folder or server than the one before.
    case syncedElsewhere
    /// Options for sync that do not go together, in words.
    case badSyncOptions(String)
    /// A text that is no URL of a sync server.
    case notAServer
    /// A sync server, for a program without the package trait `HTTPSync`.
    case builtWithoutHTTP
    /// A file of certificates on a system that has its own.
    case certificatesOfSystem
    /// A state that should not be, in words.
    case unexpected(String)
}

extension TripError: LocalizedError, CustomStringConvertible {
    /// The description.
    public var errorDescription: String? { description }

    /// The reason as a sentence, and what to do.
    public var description: String {
        switch self {
        case .emptyName: "A name must not be empty."
        case .notADay(let text): "“\(text)” is not a day; write it as year-month-day, such as 2027-05-01."
        case .endsBeforeItStarts: "A trip cannot end before it starts."
        case .noSuchTrip(let name): "There is no trip named “\(name)”; “trips list” shows those there are."
        case .severalTrips(let name, let days):
            "There are several trips named “\(name)”; say which with --starting and one of: \(days.joined(separator: ", "))."
        case .noSuchItem(let title, let trip): "The bucket list of “\(trip)” has no item “\(title)”."
        case .nothingToChange: "Nothing to change was given; see “trips help edit”."
        case .daysTaken(let name): "There is a trip named “\(name)” on the same days already."
        case .addressOfNothing: "An address needs an accommodation; name it with --stay."
        case .unreadableFile(let path): "The file \(path) cannot be read."
        case .noPlaces(let path, let problem):
            "No line of \(path) is a place" + (problem.map { " (\($0))." } ?? ".")
        case .builtWithoutPostgres:
            "This program was built without PostgreSQL. Build it with the trait, such as by “swift run --traits PostgreSQL "
                + "--package-path Examples/Trips trips”; libpq's development files are needed."
        case .notASchema:
            "What comes after the # in the address of a PostgreSQL server is the name of a schema, of letters, digits and _; "
                + "write %23 for a # that belongs to the address."
        case .syncFailed(let message), .badSyncOptions(let message): message
        case .syncedElsewhere:
            "These trips have been synced through another folder or server, and are synced with the devices of that one alone."
        case .notAServer: "The sync server is named by a URL, such as https://sync.example.org."
        case .builtWithoutHTTP:
            "This program was built without sync over HTTP. Build it with the trait, such as by “swift run --traits HTTPSync "
                + "--package-path Examples/Trips trips”."
        case .certificatesOfSystem:
            "On this system the certificates that are trusted are those of the system. Add yours there."
        case .unexpected(let message): message
        }
    }
}

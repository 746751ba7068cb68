import Foundation

/// The reason why a request of a person failed, with an alternative to try.
package enum TripError: Error, Equatable {
    case emptyName
    case notADay(String)
    case endsBeforeItStarts
    case noSuchTrip(String)
    case severalTrips(String, days: [String])
    case noSuchItem(String, trip: String)
    case nothingToChange
    case daysTaken(String)
    case addressOfNothing
    case unreadableFile(String)
    case noPlaces(String, firstProblem: String?)
    case unexpected(String)
}

extension TripError: LocalizedError, CustomStringConvertible {
    package var errorDescription: String? { description }

    package var description: String {
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
        case .unexpected(let message): message
        }
    }
}

import SwiftData

/// The change of one trip, or of the places, in one transaction.
public struct TripEvent: Equatable, Sendable {
    /// The trip, or the places.
    public enum Subject: Equatable, Sendable {
        /// A trip, as far as it is still known.
        case trip(name: String, destination: String, startDate: Date, endDate: Date)
        /// A trip of which nothing is known any more.
        case forgottenTrip
        /// So many places.
        case places(Int)
    }

    /// The kind of change.
    public enum Kind: Equatable, Sendable {
        /// It is new.
        case added
        /// It is gone.
        case deleted
        /// With the names of the properties that changed.
        case changed([String])
    }

    /// The time of the save.
    public let date: Date
    /// The person who saved; nil where the history does not tell.
    public let author: String?
    /// The kind of the changed model.
    public let subject: Subject
    /// The kind of the change.
    public let kind: Kind
    /// The identifier of the trip; nil for places.
    public let trip: PersistentIdentifier?

    /// An event of its parts.
    public init(date: Date, author: String?, subject: Subject, kind: Kind, trip: PersistentIdentifier? = nil) {
        self.date = date
        self.author = author
        self.subject = subject
        self.kind = kind
        self.trip = trip
    }
}

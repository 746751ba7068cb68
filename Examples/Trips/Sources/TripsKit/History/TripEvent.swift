import Foundation

/// The change of one trip, or of the places, in one transaction.
package struct TripEvent: Equatable {
    package enum Subject: Equatable {
        /// A trip, as far as it is still known.
        case trip(name: String, destination: String, startDate: Date, endDate: Date)
        /// A trip of which nothing is known any more.
        case forgottenTrip
        case places(Int)
    }

    package enum Kind: Equatable {
        case added
        case deleted
        /// With the names of the properties that changed.
        case changed([String])
    }

    package let date: Date
    package let author: String?
    package let subject: Subject
    package let kind: Kind

    package init(date: Date, author: String?, subject: Subject, kind: Kind) {
        self.date = date
        self.author = author
        self.subject = subject
        self.kind = kind
    }
}

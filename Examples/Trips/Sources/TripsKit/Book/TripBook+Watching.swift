import SwiftData

extension TripBook {
    /// The lines of a list of all trips, at once and again each time that they have changed, whoever changed them.
    public func tripLines() -> ResultStream<Trip, String> {
        container.results(of: TripQuery().descriptor) { TripText.line($0) }
    }
}

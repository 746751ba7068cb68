import SwiftData

@MainActor @Observable
final class TripBoard {
    @ObservationIgnored
    @Query(sort: \Trip.startDate) var trips: [Trip]
}

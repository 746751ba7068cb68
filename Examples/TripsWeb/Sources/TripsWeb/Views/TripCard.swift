import Foundation
import SwiftData
import TripsKit

/// A trip in the list.
struct TripCard: Equatable, Sendable {
    let slug: String
    let name: String
    let destination: String
    let dates: String
    let countdown: String
    /// The number of the colours of its picture, for trips without a photo.
    let hue: Int
    /// The address of its first photo.
    let photo: String?
    let isNow: Bool
    let isOver: Bool
    let hasItems: Bool
    let done: Int
    let items: Int
    /// The person who has changed it since the reader looked at it.
    let changedBy: String?

    init?(_ trip: Trip, today: Date, changedBy: String?) {
        guard let slug = Slug(trip.persistentModelID) else { return nil }
        self.slug = slug.description
        name = trip.name
        destination = trip.destination
        dates = DayText.range(trip.startDate, trip.endDate)
        countdown = DayText.countdown(trip.startDate, trip.endDate, today: today)
        hue = Self.hue(of: trip.destination)
        photo = trip.photos.first?.address
        isNow = trip.startDate <= today && today <= trip.endDate
        isOver = trip.endDate < today
        let list = trip.bucketList
        hasItems = !list.isEmpty
        done = list.count { $0.isDone }
        items = list.count
        self.changedBy = changedBy
    }

    /// One of twelve numbers, the same for a destination every time.
    static func hue(of destination: String) -> Int { Int(ContentHash.value(of: destination.utf8) % 12) }
}

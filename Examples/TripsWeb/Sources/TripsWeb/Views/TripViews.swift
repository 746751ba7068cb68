import Foundation
import SwiftData
import TripsKit

/// The head of a trip's page.
struct TripHead: Equatable, Sendable {
    struct DayView: Equatable, Sendable {
        let weekday: String
        let day: String
        let isToday: Bool
    }

    let slug: String
    let name: String
    let destination: String
    let dates: String
    let length: String
    let countdown: String
    let hue: Int
    let photo: String?
    let days: [DayView]
    let hasMoreDays: Bool
    /// The last change, if the history goes back to it.
    let last: ChangeLine?

    private static let mostDays = 16

    init?(_ trip: Trip, today: Date, last: ChangeLine?) {
        guard let slug = Slug(trip.persistentModelID) else { return nil }
        self.slug = slug.description
        self.last = last
        name = trip.name
        destination = trip.destination
        dates = DayText.range(trip.startDate, trip.endDate)
        length = DayText.length(trip.startDate, trip.endDate)
        countdown = DayText.countdown(trip.startDate, trip.endDate, today: today)
        hue = TripCard.hue(of: trip.destination)
        photo = trip.photos.first?.address
        let count = DayText.days(from: trip.startDate, to: trip.endDate) + 1
        days = (0..<max(1, min(count, Self.mostDays))).compactMap { offset in
            DayText.calendar.date(byAdding: .day, value: offset, to: trip.startDate).map { date in
                let short = DayText.short(date)
                return DayView(weekday: short.weekday, day: short.day, isToday: date == today)
            }
        }
        hasMoreDays = count > Self.mostDays
    }
}

/// The bucket list of a trip.
struct BucketView: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        let slug: String
        let title: String
        let details: String
        let hasDetails: Bool
        let isDone: Bool
        let isFirst: Bool
        let isLast: Bool
        /// The positions that the buttons move it to.
        let up: Int
        let down: Int
    }

    let items: [Item]
    let isEmpty: Bool
    let done: Int
    let count: Int

    init(_ trip: Trip) {
        let list = trip.bucketList
        items = list.enumerated().compactMap { index, item in
            Slug(item.persistentModelID).map { slug in
                Item(
                    slug: slug.description,
                    title: item.title,
                    details: item.details,
                    hasDetails: !item.details.isEmpty,
                    isDone: item.isDone,
                    isFirst: index == 0,
                    isLast: index == list.count - 1,
                    up: max(index - 1, 0),
                    down: index + 1
                )
            }
        }
        isEmpty = items.isEmpty
        done = items.count { $0.isDone }
        count = items.count
    }
}

/// The accommodation of a trip, and the imported place that it goes to.
struct StayView: Equatable, Sendable {
    let slug: String
    let stay: String?
    let address: String?
    let place: String?
    let position: String?

    init(_ trip: Trip) {
        slug = Slug(trip.persistentModelID)?.description ?? ""
        stay = trip.livingAccommodation?.name
        address = trip.livingAccommodation?.address.flatMap { $0.isEmpty ? nil : $0 }
        place = trip.place?.zone
        // The line of the terminal program has the position as its second part.
        position = trip.place.map { TripText.place($0).split(separator: ", ").dropLast().last.map(String.init) ?? "" }
    }
}

/// The notes of a trip.
struct NotesView: Equatable, Sendable {
    let slug: String
    let notes: String
    let isEmpty: Bool

    init(_ trip: Trip) {
        slug = Slug(trip.persistentModelID)?.description ?? ""
        notes = trip.notes
        isEmpty = notes.isEmpty
    }
}

/// The photos of a trip, without their bytes.
struct PhotosView: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        let slug: String
        let address: String
        let number: Int
    }

    let photos: [Item]
    let isEmpty: Bool

    init(_ trip: Trip) {
        photos = trip.photos.enumerated().compactMap { index, photo in
            Slug(photo.persistentModelID).map { slug in
                Item(slug: slug.description, address: photo.address, number: index + 1)
            }
        }
        isEmpty = photos.isEmpty
    }
}

extension Photo {
    /// The address of its bytes. It has the moment of the photo in it, since browsers keep the bytes.
    var address: String {
        let slug = Slug(persistentModelID)?.description ?? ""
        return "/photos/\(slug)?\(Int(added.timeIntervalSince1970))"
    }
}

/// The state of the trip whose page it is: a page stays open when its trip is deleted.
struct TripState: Equatable, Sendable {
    let isGone: Bool
    /// The person who has deleted it, if that is known.
    let by: String?
}

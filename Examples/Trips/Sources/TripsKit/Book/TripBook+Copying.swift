import SwiftData

extension TripBook {
    /// The numbers of what was copied.
    public struct CopyResult: Equatable, CustomStringConvertible {
        /// Trips that were copied.
        public var trips = 0
        /// Those of them that have replaced a trip with the same name and days.
        public var replaced = 0
        /// Places that were copied, whether or not they were there already.
        public var places = 0

        /// The numbers as a line of text.
        public var description: String { "\(trips) trips, \(replaced) of which were there already, \(places) places" }
    }

    /// Takes over all trips and places of another book, whatever its store, in one save.
    ///
    /// A trip replaces the one that has its name and days here, with its bucket list, accommodation, notes and photos. A place
    /// changes the one of its zone. What else is here stays. Bucket lists, photos and the trips of each place keep their order;
    /// trips that only this book has at a place come after those of the other book.
    @discardableResult
    public func copyAll(from other: TripBook) throws -> CopyResult {
        var result = CopyResult()
        var here: [TripKey: Trip] = [:]
        for trip in try trips() { here[TripKey(trip)] = trip }
        var known: [String: Place] = [:]
        for place in try places() { known[place.zone] = place }

        var copies: [PersistentIdentifier: Trip] = [:]
        for trip in try other.trips(TripQuery(order: .start)) {
            if let same = here[TripKey(trip)] {
                context.delete(same)
                result.replaced += 1
            }
            copies[trip.persistentModelID] = copy(trip)
            result.trips += 1
        }
        for place in try other.places() {
            let copy = known[place.zone] ?? Place(copying: place)
            if known[place.zone] == nil { context.insert(copy) } else { copy.takeOver(place) }
            let trips = place.trips.compactMap { copies[$0.persistentModelID] }
            copy.trips = trips + copy.trips.filter { trip in !trip.isDeleted && !trips.contains { $0 === trip } }
            result.places += 1
        }
        try context.save()
        return result
    }

    /// Inserts a trip with the values of one of another context, and with all that belongs to it but its place.
    private func copy(_ trip: Trip) -> Trip {
        let copy = Trip(
            name: trip.name,
            destination: trip.destination,
            startDate: trip.startDate,
            endDate: trip.endDate
        )
        context.insert(copy)
        copy.notes = trip.notes
        copy.bucketList = trip.bucketList.map {
            BucketListItem(title: $0.title, details: $0.details, isDone: $0.isDone)
        }
        copy.livingAccommodation = trip.livingAccommodation.map {
            LivingAccommodation(name: $0.name, address: $0.address)
        }
        copy.photos = trip.photos.map { photo in
            let copy = Photo(mediaType: photo.mediaType, data: photo.content?.data ?? Data(), added: photo.added)
            if photo.content == nil { copy.content = nil }
            return copy
        }
        return copy
    }

    /// The values that identify a trip.
    private struct TripKey: Hashable {
        let name: String
        let startDate: Date
        let endDate: Date

        init(_ trip: Trip) {
            name = trip.name
            startDate = trip.startDate
            endDate = trip.endDate
        }
    }
}

extension Place {
    /// A place with the values of one of another context, without its trips.
    fileprivate convenience init(copying place: Place) {
        self.init(
            zone: place.zone,
            name: place.name,
            region: place.region,
            countryCodes: place.countryCodes,
            latitude: place.latitude,
            longitude: place.longitude,
            comment: place.comment
        )
    }

    /// Takes over the values of a place of another context, apart from the zone and the trips.
    fileprivate func takeOver(_ place: Place) {
        name = place.name
        region = place.region
        countryCodes = place.countryCodes
        latitude = place.latitude
        longitude = place.longitude
        comment = place.comment
    }
}

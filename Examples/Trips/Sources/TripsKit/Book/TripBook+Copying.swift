import SwiftData

extension TripBook {
    /// Takes over all trips and places of another book, whatever its store, in one save.
    ///
    /// A trip replaces the one that has its name and days here, with its bucket list; a place changes the one of its
    /// zone.
    public func copyAll(from other: TripBook) throws {
        var here: [TripKey: Trip] = [:]
        for trip in try trips() { here[TripKey(trip)] = trip }
        var places: [String: Place] = [:]
        for place in try other.places() {
            let copy = Place(
                zone: place.zone,
                name: place.name,
                region: place.region,
                countryCodes: place.countryCodes,
                latitude: place.latitude,
                longitude: place.longitude,
                comment: place.comment
            )
            context.insert(copy)
            places[place.zone] = copy
        }
        for trip in try other.trips(TripQuery(order: .start)) {
            if let same = here[TripKey(trip)] { context.delete(same) }
            let copy = Trip(
                name: trip.name,
                destination: trip.destination,
                startDate: trip.startDate,
                endDate: trip.endDate
            )
            context.insert(copy)
            copy.bucketList = trip.bucketList.map {
                BucketListItem(title: $0.title, details: $0.details, isDone: $0.isDone)
            }
            copy.livingAccommodation = trip.livingAccommodation.map {
                LivingAccommodation(name: $0.name, address: $0.address)
            }
            copy.notes = trip.notes
            copy.photos = trip.photos.compactMap { photo in
                photo.content.map { Photo(mediaType: photo.mediaType, data: $0.data, added: photo.added) }
            }
            copy.place = trip.place.flatMap { places[$0.zone] }
        }
        try context.save()
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

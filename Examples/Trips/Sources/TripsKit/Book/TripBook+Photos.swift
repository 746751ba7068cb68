import SwiftData

extension TripBook {
    /// Adds a photo to a trip, after those that it has.
    public func addPhoto(_ data: Data, mediaType: String, to trip: Trip) throws {
        trip.photos.append(Photo(mediaType: mediaType, data: data))
        try context.save()
    }

    /// Deletes a photo, with its bytes.
    public func delete(_ photo: Photo) throws {
        context.delete(photo)
        try context.save()
    }
}

import Foundation
import SwiftData
import TripsKit

extension Desk {
    /// The most photos that a trip can have.
    private static let mostPhotos = 24
    /// The most bytes of a photo.
    private static let largestPhoto = 5 * 1_024 * 1_024

    /// Adds a photo to a trip.
    ///
    /// Throws ``FormErrors`` where the bytes are no picture of a known kind, or there are many photos already.
    func addPhoto(_ data: Data, to slug: Slug) async throws {
        guard !data.isEmpty else { throw FormErrors(["photo": "Choose a picture first."]) }
        guard data.count <= Self.largestPhoto else { throw FormErrors(["photo": "A photo has 5 MB at most."]) }
        guard let kind = PictureKind(data) else {
            throw FormErrors(["photo": "This is no JPEG, PNG, GIF or WebP picture."])
        }
        try await perform { book in
            let trip = try find(slug, Trip.self, "trip")
            guard trip.photos.count < Self.mostPhotos else {
                throw FormErrors(["photo": "A trip has \(Self.mostPhotos) photos at most; delete one first."])
            }
            try book.addPhoto(data, mediaType: kind.rawValue, to: trip)
            return Step("added a photo to “\(trip.name)”", bytes: data.count)
        }
    }

    /// Deletes a photo; one that is gone already is no error.
    func deletePhoto(_ slug: Slug) async throws {
        try await perform { book in
            guard let photo = try slugs.model(slug, of: Photo.self, in: modelContext) else { return nil }
            let (bytes, trip) = (photo.content?.data.count ?? 0, photo.trip)
            // In memory, so that an undo puts it back at its place.
            _ = trip?.photos.count
            try withExtendedLifetime(trip) { try book.delete(photo) }
            return Step("deleted a photo", bytes: bytes)
        }
    }
}

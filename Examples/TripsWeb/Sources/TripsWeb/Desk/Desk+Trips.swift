import Foundation
import SwiftData
import TripsKit

extension Desk {
    /// Adds a trip.
    ///
    /// Throws ``FormErrors`` where the form makes no trip, or there is one with the name and days.
    func add(_ form: TripForm) async throws -> Slug {
        let plan = try form.plan()
        let (name, start, end) = (plan.name, plan.start, plan.end)
        _ = try makeStep { book in
            guard try trip(name, start, end) == nil else {
                throw FormErrors(["name": "There is a trip with this name on these days already."])
            }
            let trip = Trip(name: name, destination: plan.destination, startDate: start, endDate: end)
            modelContext.insert(trip)
            try book.edit(trip, plan.edit)
            return Step("added “\(name)”")
        }
        // By the identifier that it has in the store.
        let slug = try trip(name, start, end).flatMap { Slug($0.persistentModelID) }
        await notify()
        guard let slug else { throw WebError.gone("trip") }
        return slug
    }

    private func trip(_ name: String, _ start: Date, _ end: Date) throws -> Trip? {
        try book.trips(named: name).first { $0.startDate == start && $0.endDate == end }
    }

    /// Changes of a trip what the form has changed, and leaves alone what somebody else has.
    ///
    /// Throws ``FormErrors`` where a value makes no sense, or somebody else has changed the same one meanwhile.
    func edit(_ slug: Slug, _ form: TripForm) async throws {
        try await perform { book in
            let trip = try find(slug, Trip.self, "trip")
            let (name, edit) = (trip.name, try form.edit(of: TripForm(trip)))
            guard !edit.isEmpty else { return nil }
            do {
                try book.edit(trip, edit)
            } catch TripError.daysTaken {
                throw FormErrors(["name": "There is a trip with this name on these days already."])
            }
            return Step("changed “\(name)”")
        }
    }

    /// The form of a trip, as it is now.
    func form(of slug: Slug) throws -> TripForm { TripForm(try find(slug, Trip.self, "trip")) }

    /// Deletes a trip; one that is gone already is no error.
    func deleteTrip(_ slug: Slug) async throws {
        try await perform { book in
            guard let trip = try slugs.model(slug, of: Trip.self, in: modelContext) else { return nil }
            let bytes = trip.photos.reduce(0) { $0 + ($1.content?.data.count ?? 0) }
            let name = trip.name
            try book.delete(trip)
            return Step("deleted “\(name)”", bytes: bytes)
        }
    }
}

import Foundation
import SwiftData
import TripsKit

extension Desk {
    /// Adds a trip.
    ///
    /// Throws ``FormErrors`` where the form makes no trip, or there is one with the name and days.
    func add(_ form: TripForm) async throws -> Slug {
        let plan = try form.plan()
        let id = try await perform("added “\(plan.name)”") { book in
            let same = try book.trips(named: plan.name)
            if same.contains(where: { $0.startDate == plan.start && $0.endDate == plan.end }) {
                throw FormErrors(["name": "There is a trip with this name on these days already."])
            }
            let trip = Trip(
                name: plan.name,
                destination: plan.destination,
                startDate: plan.start,
                endDate: plan.end
            )
            modelContext.insert(trip)
            try book.edit(trip, plan.edit)
            return trip.persistentModelID
        }
        guard let slug = Slug(id) else { throw WebError.gone("trip") }
        return slug
    }

    /// Changes of a trip what the form has changed, and leaves alone what somebody else has.
    ///
    /// Throws ``FormErrors`` where a value makes no sense, or somebody else has changed the same one meanwhile.
    func edit(_ slug: Slug, _ form: TripForm) async throws {
        let trip = try find(slug, Trip.self, "trip")
        let edit = try form.edit(of: TripForm(trip))
        guard !edit.isEmpty else { return }
        try await perform("changed “\(trip.name)”") { book in
            do {
                try book.edit(trip, edit)
            } catch TripError.daysTaken {
                throw FormErrors(["name": "There is a trip with this name on these days already."])
            }
        }
    }

    /// The form of a trip, as it is now.
    func form(of slug: Slug) throws -> TripForm { TripForm(try find(slug, Trip.self, "trip")) }

    /// Deletes a trip; one that is gone already is no error.
    func deleteTrip(_ slug: Slug) async throws {
        guard let trip = try slugs.model(slug, of: Trip.self, in: modelContext) else { return }
        try await perform("deleted “\(trip.name)”") { try $0.delete(trip) }
    }
}

import Foundation
import SwiftData
import TripsKit

extension Desk {
    /// Adds an item to a bucket list.
    ///
    /// Throws ``FormErrors`` where the form makes none.
    func addItem(_ form: ItemForm, to slug: Slug) async throws {
        try form.check()
        try await perform { book in
            let trip = try find(slug, Trip.self, "trip")
            trip.bucketList.append(BucketListItem(title: form.title.value, details: form.details.value))
            try book.context.save()
            return Step("added “\(form.title.value)”")
        }
    }

    /// Changes of an item what the form has changed, and leaves alone what somebody else has. The trip that it belongs to.
    ///
    /// Throws ``FormErrors`` where a value makes no sense, or somebody else has changed the same one meanwhile.
    func editItem(_ slug: Slug, _ form: ItemForm) async throws -> Slug? {
        var trip: Slug?
        try await perform { book in
            let item = try find(slug, BucketListItem.self, "item")
            trip = self.trip(of: item)
            let (title, details) = try form.edit(of: ItemForm(item))
            guard title != nil || details != nil else { return nil }
            let name = item.title
            try book.edit(item, title: title ?? item.title, details: details ?? item.details)
            return Step("changed “\(name)”")
        }
        return trip
    }

    /// The form of an item as it is now, and the trip that it belongs to.
    func itemForm(of slug: Slug) throws -> (form: ItemForm, trip: Slug?) {
        let item = try find(slug, BucketListItem.self, "item")
        return (ItemForm(item), trip(of: item))
    }

    /// Ticks an item off, or takes the tick back.
    func mark(_ slug: Slug, isDone: Bool) async throws {
        try await perform { book in
            let item = try find(slug, BucketListItem.self, "item")
            guard item.isDone != isDone else { return nil }
            try book.mark(item, isDone: isDone)
            return Step(isDone ? "ticked off “\(item.title)”" : "reopened “\(item.title)”")
        }
    }

    /// Moves an item to a position in its list; one that is there already makes no step.
    func move(_ slug: Slug, to position: Int) async throws {
        try await perform { book in
            let item = try find(slug, BucketListItem.self, "item")
            let list = item.trip?.bucketList ?? []
            guard let index = list.firstIndex(where: { $0 === item }) else { return nil }
            guard index != min(max(position, 0), list.count - 1) else { return nil }
            try book.move(item, to: position)
            return Step("moved “\(item.title)”")
        }
    }

    /// Deletes an item; one that is gone already is no error.
    func deleteItem(_ slug: Slug) async throws {
        try await perform { book in
            guard let item = try slugs.model(slug, of: BucketListItem.self, in: modelContext) else { return nil }
            let (name, trip) = (item.title, item.trip)
            // An undo puts it back at its place in a list that is in memory, and at the end of one that is not.
            _ = trip?.bucketList.count
            try withExtendedLifetime(trip) { try book.delete(item) }
            return Step("deleted “\(name)”")
        }
    }

    private func trip(of item: BucketListItem) -> Slug? { item.trip.flatMap { Slug($0.persistentModelID) } }
}

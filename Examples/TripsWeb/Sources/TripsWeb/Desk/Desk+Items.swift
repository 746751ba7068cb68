import Foundation
import SwiftData
import TripsKit

extension Desk {
    /// Adds an item to a bucket list.
    ///
    /// Throws ``FormErrors`` where the form makes none.
    func addItem(_ form: ItemForm, to slug: Slug) async throws {
        try form.check()
        let trip = try find(slug, Trip.self, "trip")
        try await perform("added “\(form.title.value)”") { book in
            trip.bucketList.append(BucketListItem(title: form.title.value, details: form.details.value))
            try book.context.save()
        }
    }

    /// Changes of an item what the form has changed, and leaves alone what somebody else has. The trip that it belongs to.
    ///
    /// Throws ``FormErrors`` where a value makes no sense, or somebody else has changed the same one meanwhile.
    func editItem(_ slug: Slug, _ form: ItemForm) async throws -> Slug? {
        let item = try find(slug, BucketListItem.self, "item")
        let (title, details) = try form.edit(of: ItemForm(item))
        if title != nil || details != nil {
            try await perform("changed “\(item.title)”") { book in
                try book.edit(item, title: title ?? item.title, details: details ?? item.details)
            }
        }
        return trip(of: item)
    }

    /// The form of an item as it is now, and the trip that it belongs to.
    func itemForm(of slug: Slug) throws -> (form: ItemForm, trip: Slug?) {
        let item = try find(slug, BucketListItem.self, "item")
        return (ItemForm(item), trip(of: item))
    }

    /// Ticks an item off, or takes the tick back.
    func mark(_ slug: Slug, isDone: Bool) async throws -> Slug? {
        let item = try find(slug, BucketListItem.self, "item")
        if item.isDone != isDone {
            let name = isDone ? "ticked off “\(item.title)”" : "reopened “\(item.title)”"
            try await perform(name) { try $0.mark(item, isDone: isDone) }
        }
        return trip(of: item)
    }

    /// Moves an item to a position in its list; one that is there already makes no step.
    func move(_ slug: Slug, to position: Int) async throws -> Slug? {
        let item = try find(slug, BucketListItem.self, "item")
        guard let list = item.trip?.bucketList, let index = list.firstIndex(where: { $0 === item }) else { return nil }
        guard index != min(max(position, 0), list.count - 1) else { return trip(of: item) }
        try await perform("moved “\(item.title)”") { try $0.move(item, to: position) }
        return trip(of: item)
    }

    /// Deletes an item; one that is gone already is no error.
    func deleteItem(_ slug: Slug) async throws -> Slug? {
        guard let item = try slugs.model(slug, of: BucketListItem.self, in: modelContext) else { return nil }
        let trip = trip(of: item)
        try await perform("deleted “\(item.title)”") { try $0.delete(item) }
        return trip
    }

    private func trip(of item: BucketListItem) -> Slug? { item.trip.flatMap { Slug($0.persistentModelID) } }
}

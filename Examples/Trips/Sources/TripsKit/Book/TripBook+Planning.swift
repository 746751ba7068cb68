import SwiftData

extension TripBook {
    /// Puts an item on a trip's bucket list, or changes the one with this title that is there already.
    public func plan(_ title: String, on trip: Trip, details: String? = nil, isDone: Bool? = nil) throws {
        guard !title.allSatisfy(\.isWhitespace) else { throw TripError.emptyName }
        if let item = trip.bucketList.first(where: { $0.title == title }) {
            item.details = details ?? item.details
            item.isDone = isDone ?? item.isDone
        } else {
            trip.bucketList.append(BucketListItem(title: title, details: details ?? "", isDone: isDone ?? false))
        }
        try context.save()
    }

    /// Takes an item off a trip's bucket list; throws ``TripError/noSuchItem(_:trip:)``.
    public func unplan(_ title: String, on trip: Trip) throws {
        guard let item = trip.bucketList.first(where: { $0.title == title }) else {
            throw TripError.noSuchItem(title, trip: trip.name)
        }
        context.delete(item)
        try context.save()
    }
}

import SwiftData

extension TripBook {
    /// Changes the title and the details of an item.
    ///
    /// Throws ``TripError/emptyName``, or what a save throws.
    public func edit(_ item: BucketListItem, title: String, details: String) throws {
        guard !title.allSatisfy(\.isWhitespace) else { throw TripError.emptyName }
        item.title = title
        item.details = details
        try context.save()
    }

    /// Ticks an item off, or takes the tick back.
    public func mark(_ item: BucketListItem, isDone: Bool) throws {
        item.isDone = isDone
        try context.save()
    }

    /// Moves an item within its bucket list, so that it is at a position afterwards; the last one if there are fewer.
    public func move(_ item: BucketListItem, to position: Int) throws {
        guard let trip = item.trip else { return }
        var list = trip.bucketList
        guard let index = list.firstIndex(where: { $0 === item }) else { return }
        list.remove(at: index)
        list.insert(item, at: min(max(position, 0), list.count))
        trip.bucketList = list
        try context.save()
    }

    /// Takes an item off its bucket list.
    public func delete(_ item: BucketListItem) throws {
        context.delete(item)
        try context.save()
    }
}

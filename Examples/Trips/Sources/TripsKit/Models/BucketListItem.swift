import SwiftData

/// Something to do or to see on a trip.
@Model
public final class BucketListItem {
    public var title: String
    public var details: String
    public var isDone: Bool
    public var trip: Trip?

    public init(title: String, details: String = "", isDone: Bool = false) {
        self.title = title
        self.details = details
        self.isDone = isDone
    }
}

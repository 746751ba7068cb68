import SwiftData

/// A journey to one destination, with what to do there and where to stay.
@Model
public final class Trip {
    #Unique<Trip>([\.name, \.startDate, \.endDate])
    #Index<Trip>([\.name], [\.startDate], [\.endDate])

    // The history keeps these of a trip that is deleted, so that it can be told which one it was.
    @Attribute(.preserveValueOnDeletion) public var name: String
    @Attribute(.preserveValueOnDeletion) public var destination: String
    @Attribute(.preserveValueOnDeletion) public var startDate: Date
    @Attribute(.preserveValueOnDeletion) public var endDate: Date

    @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip)
    public var bucketList: [BucketListItem] = []

    @Relationship(deleteRule: .cascade, inverse: \LivingAccommodation.trip)
    public var livingAccommodation: LivingAccommodation?

    /// The notes of the travellers.
    public var notes: String = ""

    @Relationship(deleteRule: .cascade, inverse: \Photo.trip)
    public var photos: [Photo] = []

    /// The imported place that the destination names, if there is one.
    public var place: Place?

    public init(name: String, destination: String, startDate: Date, endDate: Date) {
        self.name = name
        self.destination = destination
        self.startDate = startDate
        self.endDate = endDate
    }
}

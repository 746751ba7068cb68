import SwiftData

/// A destination taken from the time zone database: the principal place of a zone.
@Model
public final class Place {
    /// The name of the zone, such as `Europe/Zurich`.
    @Attribute(.unique) public var zone: String
    public var name: String
    public var region: String
    public var countryCodes: [String]
    public var latitude: Double
    public var longitude: Double
    public var comment: String?

    @Relationship(inverse: \Trip.place)
    public var trips: [Trip] = []

    public init(
        zone: String,
        name: String,
        region: String,
        countryCodes: [String],
        latitude: Double,
        longitude: Double,
        comment: String? = nil
    ) {
        self.zone = zone
        self.name = name
        self.region = region
        self.countryCodes = countryCodes
        self.latitude = latitude
        self.longitude = longitude
        self.comment = comment
    }
}

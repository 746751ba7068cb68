import SwiftData

/// The accommodation of the travellers.
@Model
public final class LivingAccommodation {
    public var name: String
    public var address: String?
    public var trip: Trip?

    public init(name: String, address: String? = nil) {
        self.name = name
        self.address = address
    }
}

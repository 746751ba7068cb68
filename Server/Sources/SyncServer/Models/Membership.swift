import SwiftData

/// The right of a user to a zone, under a name that the user's devices ask for.
@Model
final class Membership {
    /// The name in the requests of this user: two users may have two zones of one name.
    var name: String
    /// The raw value of a ``Role``.
    var role: String
    var user: SyncUser
    var zone: SyncZone

    init(name: String, role: Role, user: SyncUser, zone: SyncZone) {
        (self.name, self.role, self.user, self.zone) = (name, role.rawValue, user, zone)
    }

    static func find(_ name: String, of user: String, _ context: ModelContext) throws -> Membership? {
        let found = FetchDescriptor<Membership>(predicate: #Predicate { $0.name == name && $0.user.name == user })
        return try context.fetch(found).first
    }
}

/// The rights of a user in a zone.
package enum Role: String, CaseIterable, Comparable, Sendable {
    /// Fetch packets, values and events.
    case read
    /// Send as well.
    case write
    /// The zone is the user's own.
    case owner

    /// Orders roles by their rights.
    package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .read: 0
        case .write: 1
        case .owner: 2
        }
    }
}

import SwiftData

// Rows by names that an administrator gives.

extension Store {
    static func check(zone name: String) throws {
        guard Words.isZone(name) else {
            throw ServerError(
                "The name of a zone has 1 to 128 letters, digits, “.”, “_” and “-” of ASCII, and begins with a letter or a digit."
            )
        }
    }

    static func user(_ name: String, _ context: ModelContext) throws -> SyncUser {
        guard let user = try SyncUser.find(name, context) else {
            throw ServerError("There is no user of this name. See “users list”.")
        }
        return user
    }

    static func membership(_ zone: ZonePath, _ context: ModelContext) throws -> Membership {
        guard let found = try Membership.find(zone.name, of: zone.user, context) else {
            throw ServerError("There is no zone “\(zone)”. See “zones list”.")
        }
        return found
    }

    static func checkFree(_ name: String, of user: String, _ context: ModelContext) throws {
        guard try Membership.find(name, of: user, context) == nil else {
            throw ServerError("The user has a zone of this name already. Choose another name.")
        }
    }
}

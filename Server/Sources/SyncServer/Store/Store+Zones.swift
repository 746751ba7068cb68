import SwiftData

/// A zone as an administrator sees it.
package struct ZoneSummary: Sendable {
    package let number: Int
    package let members: [(user: String, name: String, role: Role)]
    package let last: Int
    package let mergedUpTo: Int
    package let log: Int
    package let snapshot: Int
    package let values: Int
    package let quota: Int?
    package let devices: Int
}

extension Store {
    /// What streams are told of zones.
    func ends(of zones: Set<Int>) async throws -> [Int: ZoneEnd] {
        try await container.read { context in
            let numbers = Array(zones)
            let found = try context.fetch(
                FetchDescriptor<SyncZone>(predicate: #Predicate { numbers.contains($0.number) })
            )
            return Dictionary(found.map { ($0.number, ZoneEnd(last: $0.last, values: $0.valueCount)) }) { first, _ in
                first
            }
        }
    }

    /// The sizes of all zones together.
    package func sizes() async throws -> Sizes {
        try await container.read { context in
            var sizes = Sizes()
            sizes.users = try context.fetchCount(FetchDescriptor<SyncUser>())
            try context.enumerate(FetchDescriptor<SyncZone>()) { zone in
                sizes.zones += 1
                sizes.log += zone.logBytes
                sizes.snapshots += zone.snapshotBytes
                sizes.values += zone.valueBytes
            }
            return sizes
        }
    }

    /// All zones, in the order in which they were made.
    package func zones() async throws -> [ZoneSummary] {
        try await container.read { context in
            try context.fetch(FetchDescriptor<SyncZone>(sortBy: [SortDescriptor(\.number)])).map { zone in
                let number = zone.number
                let members = zone.memberships.compactMap { membership in
                    Role(rawValue: membership.role).map { (membership.user.name, membership.name, $0) }
                }
                let devices = FetchDescriptor<ZoneDevice>(predicate: #Predicate { $0.zone == number })
                return ZoneSummary(
                    number: number,
                    members: members.sorted { ($1.2, $0.0) < ($0.2, $1.0) },
                    last: zone.last,
                    mergedUpTo: zone.mergedUpTo,
                    log: zone.logBytes,
                    snapshot: zone.snapshotBytes,
                    values: zone.valueBytes,
                    quota: zone.quota,
                    devices: try context.fetchCount(devices)
                )
            }
        }
    }

    /// Makes a zone of a user.
    package func addZone(_ name: String, of user: String) async throws {
        try Self.check(zone: name)
        let now = now()
        try await administer { context in
            let owner = try Self.user(user, context)
            try Self.checkFree(name, of: user, context)
            let zone = SyncZone(
                number: try Counter.next("zone", context),
                account: Words.random(bytes: 16),
                snapshotDevice: .random(in: .min ... .max),
                created: now
            )
            context.insert(zone)
            context.insert(Membership(name: name, role: .owner, user: owner, zone: zone))
        }
    }

    /// Gives a user a right to the zone of another one, under a name of the user's own.
    package func share(_ zone: ZonePath, with user: String, as name: String, role: Role) async throws {
        try Self.check(zone: name)
        try await administer { context in
            let found = try Self.membership(zone, context)
            let member = try Self.user(user, context)
            if let old = found.zone.memberships.first(where: { $0.user.name == user }) {
                guard old.role != Role.owner.rawValue else { throw ServerError("The zone is the user's own.") }
                if old.name != name { try Self.checkFree(name, of: user, context) }
                (old.name, old.role) = (name, role.rawValue)
                return
            }
            try Self.checkFree(name, of: user, context)
            context.insert(Membership(name: name, role: role, user: member, zone: found.zone))
        }
    }

    /// Takes a right away.
    package func unshare(_ zone: ZonePath, from user: String) async throws {
        try await administer { context in
            let found = try Self.membership(zone, context)
            guard let old = found.zone.memberships.first(where: { $0.user.name == user }) else {
                throw ServerError("The user has no right to the zone.")
            }
            guard old.role != Role.owner.rawValue else {
                throw ServerError("The owner keeps the zone. Remove the zone instead.")
            }
            context.delete(old)
        }
    }

    /// Sets the bytes that a zone may have; nil for the setting of the server.
    package func setQuota(_ bytes: Int?, of zone: ZonePath) async throws {
        try await administer { context in try Self.membership(zone, context).zone.quota = bytes }
    }

    /// Draws new accounts for all zones, as after a backup was put back: devices send again what it lacks.
    package func renewAccounts() async throws {
        try await administer { context in
            for zone in try context.fetch(FetchDescriptor<SyncZone>()) { zone.account = Words.random(bytes: 16) }
        }
    }

    /// Removes a zone with all that it has.
    package func removeZone(_ zone: ZonePath) async throws {
        let number = try await administer { context in
            let zone = try Self.membership(zone, context).zone
            let number = zone.number
            context.delete(zone)
            return number
        }
        try await changeInBulk(by: Author.administrator) { context in
            try context.delete(model: PacketBody.self, where: #Predicate { $0.zone == number })
            try context.delete(model: Packet.self, where: #Predicate { $0.zone == number })
            try context.delete(model: ValueChunk.self, where: #Predicate { $0.zone == number })
            try context.delete(model: LargeValue.self, where: #Predicate { $0.zone == number })
            try context.delete(model: ZoneDevice.self, where: #Predicate { $0.zone == number })
        }
    }

    // MARK: Looking up

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

    private static func checkFree(_ name: String, of user: String, _ context: ModelContext) throws {
        guard try Membership.find(name, of: user, context) == nil else {
            throw ServerError("The user has a zone of this name already. Choose another name.")
        }
    }
}

/// A zone by a user and the name that the zone has for the user: `anna/trips`.
package struct ZonePath: Sendable, Equatable, CustomStringConvertible {
    package let user: String
    package let name: String

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, Words.isUser(parts[0]), Words.isZone(parts[1]) else { return nil }
        (user, name) = (String(parts[0]), String(parts[1]))
    }

    package var description: String { "\(user)/\(name)" }
}

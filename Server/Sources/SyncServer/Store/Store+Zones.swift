import SwiftData

extension Store {
    /// The ends of zones that streams report.
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
                throw ServerError("The owner's right cannot be revoked. Remove the zone instead.")
            }
            context.delete(old)
        }
    }

    /// Sets the bytes that a zone may have; nil for the setting of the server.
    package func setQuota(_ bytes: Int?, of zone: ZonePath) async throws {
        try await administer { context in try Self.membership(zone, context).zone.quota = bytes }
    }

    /// Draws new accounts for all zones, as after a backup was put back: devices send the changes again that it lacks.
    package func renewAccounts() async throws {
        try await administer { context in
            for zone in try context.fetch(FetchDescriptor<SyncZone>()) { zone.account = Words.random(bytes: 16) }
        }
    }

    /// Removes a zone with all its rows, and the rows that failed removals have left.
    package func removeZone(_ zone: ZonePath) async throws {
        try await dropOrphans()
        let number = try await administer { context in
            let found = try Self.membership(zone, context)
            guard found.role == Role.owner.rawValue else {
                throw ServerError(
                    "The zone is another user's. Revoke the right by “zones unshare”, or name the zone by its owner."
                )
            }
            let number = found.zone.number
            context.delete(found.zone)
            return number
        }
        try await pauses.reach(.zoneRemoved)
        try await dropRows(of: number)
    }
}

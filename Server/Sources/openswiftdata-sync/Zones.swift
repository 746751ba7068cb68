import ArgumentParser
import SyncServer

/// Zones: adding, sharing, limiting, compacting, removing.
struct Zones: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds, lists, shares, limits, compacts and removes zones.",
        discussion: "A zone is named by a user and its name for the user: anna/trips.",
        subcommands: [
            Add.self, List.self, Share.self, Unshare.self, Quota.self, Compact.self, Renew.self, Remove.self,
        ]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Adds a zone.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The owner and the name: anna/trips.") var zone: ZonePath

        func run() async throws { try await store.open().addZone(zone.name, of: zone.user) }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists zones with their members.")
        @OptionGroup var store: StoreOption

        func run() async throws {
            for zone in try await store.open().zones() {
                let members = zone.members.map { "\($0.user)/\($0.name) (\($0.role.rawValue))" }
                Output.line("\(zone.number)  \(members.joined(separator: ", "))  \(zone.devices) devices")
            }
        }
    }

    struct Share: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Gives a user a right to a zone, or another right.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The owner and the name: anna/trips.") var zone: ZonePath
        @Argument(help: "The user.") var user: String
        @Option(help: "read or write.") var role = Role.write
        @Option(name: .customLong("as"), help: "The name under which the user finds the zone (the owner's name).")
        var name: String?

        func validate() throws {
            if role == .owner { throw ValidationError("--role is read or write.") }
        }

        func run() async throws {
            try await store.open().share(zone, with: user, as: name ?? zone.name, role: role)
        }
    }

    struct Unshare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revokes a user's right to a zone.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The owner and the name: anna/trips.") var zone: ZonePath
        @Argument(help: "The user.") var user: String

        func run() async throws { try await store.open().unshare(zone, from: user) }
    }

    struct Quota: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Sets the quota of a zone.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The owner and the name: anna/trips.") var zone: ZonePath
        @Argument(help: "The quota in bytes; the setting of the server if omitted.") var bytes: Int?

        func run() async throws { try await store.open().setQuota(bytes, of: zone) }
    }

    struct Compact: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Merges the packets of all zones that all devices have, or that are too old."
        )
        @OptionGroup var store: StoreOption
        @Option(help: "The days after which packets are merged, and devices forgotten.") var days = 90
        @Option(help: "The packets from which on a zone is compacted.") var packets = 1

        func run() async throws {
            var settings = CompactionSettings()
            settings.age = Double(days) * 86_400
            let store = try store.open()
            for zone in try await store.zones() {
                guard let result = try await Compactor(store, settings).compact(zone.number, least: packets) else {
                    Output.line("\(zone.number)  nothing to merge")
                    continue
                }
                Output.line(
                    "\(zone.number)  \(result.merged) packets merged into \(result.made), \(result.before) bytes into \(result.after)"
                )
            }
        }
    }

    struct Renew: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gives all zones new accounts, as after a restore: devices ask their app, and join again."
        )
        @OptionGroup var store: StoreOption

        func run() async throws { try await store.open().renewAccounts() }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a zone with all of its data.")
        @OptionGroup var store: StoreOption
        @Argument(help: "The owner and the name: anna/trips.") var zone: ZonePath

        func run() async throws { try await store.open().removeZone(zone) }
    }
}

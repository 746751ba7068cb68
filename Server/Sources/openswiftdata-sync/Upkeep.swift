import ArgumentParser
import Foundation
import SyncServer

/// The sizes of zones.
struct SizesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sizes",
        abstract: "Lists the bytes of zones: log, snapshot, values, quota."
    )
    @OptionGroup var store: StoreOption

    func run() async throws {
        for zone in try await store.open().zones() {
            let owner = zone.members.first { $0.role == .owner }.map { "\($0.user)/\($0.name)" } ?? "nobody"
            let quota = zone.quota.map { String($0) } ?? "default"
            Output.line(
                "\(zone.number)  \(owner)  log \(zone.log)  snapshot \(zone.snapshot)  values \(zone.values)  quota \(quota)"
            )
        }
    }
}

/// The command that lists the transactions with their users and times.
struct Audit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the transactions with their users, the newest first."
    )
    @OptionGroup var store: StoreOption
    @Option(help: "The number of transactions.") var limit = 100

    func run() async throws {
        for entry in try await store.open().audit(limit: limit) {
            let time = entry.time.formatted(.iso8601)
            Output.line("\(time)  \(entry.author)  \(entry.changes.joined(separator: "; "))")
        }
    }
}

/// A copy of the store.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Copies the store into a new folder, while servers run.")
    @OptionGroup var store: StoreOption
    @Argument(help: "The folder, which must not exist.") var folder: String

    func run() async throws {
        try await store.open().backup(to: URL(fileURLWithPath: folder))
        Output.line("The backup is in \(folder).")
    }
}

/// A copy put back.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restores a backup, while no server runs. Devices then ask their app, and send the missing packets."
    )
    @OptionGroup var store: StoreOption
    @Argument(help: "The folder of the backup.") var folder: String
    @Option(help: "A new folder for a backup of the replaced store.") var keeping: String?

    func run() async throws {
        let isRead = try await Store.restore(
            from: URL(fileURLWithPath: folder),
            to: store.address,
            keeping: keeping.map { URL(fileURLWithPath: $0) }
        )
        Output.line("The backup is restored. All zones have new accounts.")
        Output.note(
            "Users, rights and new tokens are those of the backup: look at “zones list” and “tokens list”, and revoke again what "
                + "was revoked since."
        )
        guard !isRead else { return }
        Output.note(
            "The store that was replaced cannot be read: tokens that were revoked since the backup are valid again. Revoke them."
        )
    }
}

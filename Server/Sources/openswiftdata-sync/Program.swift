import ArgumentParser
import Foundation
import SyncServer

/// The program: the server, and the commands of an administrator.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openswiftdata-sync",
        abstract: "A server for the sync of stores over HTTP, and its administration.",
        discussion: "Commands of administration may be used while servers run.",
        subcommands: [
            Serve.self, Users.self, Tokens.self, Zones.self, SizesCommand.self, Audit.self, Backup.self, Restore.self,
        ]
    )
}

/// The store, which all commands have.
struct StoreOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of the store, or the URL of a PostgreSQL server such as “postgresql:///sync#schema”, for a build with "
                + "PostgreSQL. The default is the value of OPENSWIFTDATA_SYNC_STORE, or else “sync.store”.",
            valueName: "store"
        )
    )
    var store: String?

    var address: StoreAddress {
        StoreAddress(store ?? ProcessInfo.processInfo.environment["OPENSWIFTDATA_SYNC_STORE"] ?? "sync.store")
    }

    /// Opens an existing store.
    ///
    /// A wrong path would else make a store without users, and a backup of it would look like one.
    func open() throws -> Store {
        if let file = address.file, !FileManager.default.fileExists(atPath: file.path) {
            throw ServerError(
                "There is no store at \(file.path). Name it by --store or OPENSWIFTDATA_SYNC_STORE; “users add” makes a new one."
            )
        }
        return try Store(address)
    }

    /// Opens the store, and makes it where it is missing.
    func openOrMake() throws -> Store { try Store(address) }
}

/// Output without buffering, also where it goes to another program.
enum Output {
    static func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    static func day(_ date: Date?) -> String {
        date.map { $0.formatted(.iso8601.year().month().day()) } ?? "never"
    }
}

extension ZonePath: ExpressibleByArgument {
    /// Reads the path of a zone from an argument; nil where it is none.
    public init?(argument: String) { self.init(argument) }
}

extension Role: ExpressibleByArgument {}

import ArgumentParser
import Foundation
import Logging
import TripsKit
import TripsWeb

/// The program: shows trips as a web page that stays current.
@main
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips-web",
        abstract: "Serves trips as a web page that shows changes by all programs.",
        discussion: "It runs until it is interrupted, and then shuts down in order."
    )

    @Option(
        help: ArgumentHelp(
            "The file of the store, instead of the default one. A JSON file where its name ends so; “json” is the "
                + "JSON file beside the default store. A URL such as “postgresql:///trips” is a PostgreSQL server, "
                + "with “#name” at its end where the tables are in another schema than public.",
            valueName: "store"
        )
    )
    var store: String?

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes one that is free.")
    var port = 8080

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The name of a visitor who has not entered one on the page.", valueName: "name")
    )
    var person = NSUserName()

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp("A host name under which browsers may reach the server, such as that of a proxy.")
    )
    var names: [String] = []

    @OptionGroup var sync: SyncOptions

    @Flag(help: "Log errors only.")
    var quiet = false

    func validate() throws {
        if store?.isEmpty == true { throw ValidationError("--store needs a path.") }
        do { try store.map { try TripStore($0).check() } } catch let error as TripError {
            throw ValidationError(error.description)
        }
        if person.isEmpty { throw ValidationError("--as needs a name.") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be between 0 and 65535.") }
    }

    func run() async throws {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "trips-web")
        logger.logLevel = quiet ? .error : .info
        let store = store.map { TripStore($0) } ?? .standard
        let host = host
        let options = Site.Options(
            store: store,
            host: host,
            port: port,
            person: person,
            names: names,
            sync: try sync.read()
        )
        let site = try Site(options, logger: logger)
        try await site.run { port in
            let name = host.contains(":") ? "[\(host)]" : host
            // Not by print, which keeps its output back while it goes to another program.
            FileHandle.standardOutput.write(Data("Trips are at http://\(name):\(port)/\n".utf8))
        }
    }
}

import ArgumentParser
import TripsKit

/// The options that name what the server syncs through while it runs.
struct SyncOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A sync server, such as https://sync.example.org.", valueName: "URL"))
    var syncServer: String?
    @Option(help: ArgumentHelp("The name that these trips have at the sync server (trips).", valueName: "zone"))
    var syncZone: String?
    @Option(
        help: ArgumentHelp(
            "A file with the token for the sync server. Without it the token is in \(SyncServer.tokenVariable) of the environment; "
                + "no option has it, since everybody who lists the processes of a machine sees their options.",
            valueName: "file"
        ),
        completion: .file()
    )
    var syncTokenFile: String?
    @Option(
        help: ArgumentHelp(
            "A file in PEM with certificates that are trusted beside those of the system, as for a server at home.",
            valueName: "file"
        ),
        completion: .file()
    )
    var syncCertificates: String?
    @Option(
        help: ArgumentHelp("A folder to sync through, instead of a server.", valueName: "folder"),
        completion: .directory
    )
    var syncFolder: String?

    func validate() throws { _ = try read() }

    /// The place that is named; nil where the server syncs with nothing.
    func read() throws -> SyncPlace? {
        do {
            return try SyncPlace(
                folder: syncFolder,
                server: syncServer,
                zone: syncZone,
                tokenFile: syncTokenFile,
                certificates: syncCertificates
            )
        } catch let error { throw ValidationError(error.description) }
    }
}

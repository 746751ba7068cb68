import ServiceLifecycle

/// Ends the import with the server.
struct ImportService: Service {
    let importer: Importer

    func run() async throws {
        do {
            try await gracefulShutdown()
        } catch is CancellationError {
            // The server ends at once.
        }
        await importer.end()
    }
}

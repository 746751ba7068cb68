import ServiceLifecycle

/// Runs the board as long as the server runs.
struct BoardService: Service {
    let board: LiveBoard

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await board.run() }
        } catch is CancellationError {
            // The server ends.
        }
    }
}

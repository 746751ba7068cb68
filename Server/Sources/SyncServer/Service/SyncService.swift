import ConnectionLimits
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The server over one store, and its background work.
package struct SyncService: Sendable {
    package let store: Store
    package let settings: Settings
    package let metrics = Metrics()
    let board: Board
    let notes = DeviceNotes()
    let budget: MemoryBudget
    /// The requests of users, and the failed logins of addresses.
    let requests: RateLimiter
    let logins: RateLimiter
    let logger: Logger

    /// - Throws: ``ServerError`` for settings that do not go together.
    package init(_ store: Store, _ settings: Settings, logger: Logger) throws {
        try settings.check()
        (self.store, self.settings, self.logger) = (store, settings, logger)
        board = Board(metrics)
        budget = MemoryBudget(settings.bufferedBytes, perUser: settings.bufferedBytesPerUser)
        requests = RateLimiter(perSecond: settings.requestsPerSecond, burst: settings.requestBurst)
        let logins = settings.failedLoginsPerMinute
        self.logins = RateLimiter(perSecond: logins / 60, burst: max(1, logins))
    }

    /// The streams of events that are open.
    package var openStreams: Int { board.count }

    /// The bytes of bodies in memory.
    package var bufferedBytes: Int { budget.bytes }

    /// Writes the positions that devices have shown, which otherwise happens from time to time.
    package func writeNotes() async throws { try await notes.write(to: store) }

    /// The server for clients.
    /// - Parameter onRunning: Called with the port when the server takes requests.
    package func application(onRunning: @escaping @Sendable (Int) async -> Void = { _ in }) -> some ApplicationProtocol
    {
        Application(
            router: router(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        ConnectionLimits(bodyTime: settings.bodyTime, readingTime: settings.readingTime),
                        ContinueHandler(),
                    ],
                    idleTimeout: settings.idleTime,
                    httpDecoderConfiguration: .init(
                        maxHeaderListSize: settings.headerBytes,
                        maxHeaderFieldCount: settings.headerFields
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: .maximum(settings.connections, logger: logger)
            ),
            services: [
                BoardService(service: self, logger: logger),
                DeviceNotesService(notes: notes, store: store, logger: logger),
                MaintenanceService(service: self),
            ],
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
            logger: logger
        )
    }

    private func router() -> Router<SyncContext> {
        let router = Router(context: SyncContext.self)
        router.addMiddleware { AnswerMiddleware(metrics: metrics) }
        RouteTable.add(to: router, self)
        router.get("/health") { _, _ in try await health() }
        return router
    }

    /// The store is read: an answer means that requests can be served.
    private func health() async throws -> Response {
        RequestNote.current?.set(route: "GET health")
        _ = try await store.ends(of: [])
        return Answers.json(#"{"status":"ok"}"#)
    }

    /// Runs until the process receives SIGTERM or SIGINT: then streams end, and requests that have begun are answered.
    /// After ten seconds the remaining requests are cancelled.
    package func run(onRunning: @escaping @Sendable (Int) async -> Void) async throws {
        var services: [any Service] = [application(onRunning: onRunning)]
        if settings.adminPort != nil { services.append(admin()) }
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        do { try await ServiceGroup(configuration: configuration).run() } catch let error as IOError {
            throw ServerError("The server cannot listen (error \(error.errnoCode)). Choose another --port or --host.")
        }
    }
}

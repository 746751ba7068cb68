import ConnectionLimits
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import SwiftData
import TripsKit

/// The web site over one store: its pages, and what runs beside them.
public struct Site: Sendable {
    package let board: LiveBoard
    let importer: Importer
    let desks: Desks
    private let options: Options
    private let services: [any Service]
    private let logger: Logger

    /// The settings of the site.
    public struct Options: Sendable {
        /// The store of the trips.
        public var store: TripStore
        /// The host that the server listens at.
        public var host: String
        /// The port that the server listens at; 0 for any that is free.
        public var port: Int
        /// The person that somebody is who has not said so.
        public var person: String
        /// The names that requests may have as their host, besides that of the machine itself and `host`.
        public var names: [String]
        /// The place to sync through as long as the site runs; nil for none.
        public var sync: SyncPlace?

        /// Options of the values that are given.
        public init(
            store: TripStore,
            host: String = "127.0.0.1",
            port: Int = 8080,
            person: String,
            names: [String] = [],
            sync: SyncPlace? = nil
        ) {
            (self.store, self.host, self.port, self.person, self.names) = (store, host, port, person, names)
            self.sync = sync
        }
    }

    /// Opens the store; throws when it cannot be opened, or what is named to sync through cannot be used.
    public init(_ options: Options, logger: Logger) throws {
        self.options = options
        self.logger = logger
        let templates = try Templates()
        board = LiveBoard(options.store, container: try options.store.open(), templates: templates, logger: logger)
        // A database has a lock; in a JSON file, changes follow one another.
        let turns: Turns? = if case .json = options.store { Turns() } else { nil }
        importer = Importer(board: board, turns: turns)
        desks = Desks(board: board, turns: turns)
        var services: [any Service] = [BoardService(board: board), ImportService(importer: importer)]
        if let sync = options.sync { services.append(SyncService(board: board, transport: try sync.transport())) }
        self.services = services
    }

    /// The times that a client has, which tests shorten.
    package struct Times: Sendable {
        /// Without a request, or before the head of one is complete.
        package var idle = TimeAmount.seconds(60)
        /// For the body of a request.
        package var body = TimeAmount.seconds(60)
        /// For reading when the client has fallen behind.
        package var reading = TimeAmount.seconds(30)

        package init() {}
    }

    static let mostConnections = 2_000

    /// The program: the server and what runs beside it.
    /// - Parameter onRunning: Called with the port when the server takes requests.
    package func application(
        times: Times = Times(),
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            router: router(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        ConnectionLimits(bodyTime: times.body, readingTime: times.reading)
                    ],
                    idleTimeout: times.idle,
                    httpDecoderConfiguration: .init(maxHeaderListSize: 32 * 1_024, maxHeaderFieldCount: 100)
                )
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port),
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: logger)
            ),
            services: services,
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
            logger: logger
        )
    }

    /// Runs until the process is told to end by SIGTERM or SIGINT: then streams of events end, requests that have begun
    /// are answered, and the import saves what it has read. After ten seconds what is left is cancelled.
    public func run(onRunning: @escaping @Sendable (Int) async -> Void) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application(onRunning: onRunning)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw SiteError.portInUse(options.port)
        }
    }

    private func router() -> Router<WebContext> {
        let pages = PageWriter(templates: board.templates)
        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            AccessLogMiddleware()
            HeaderMiddleware()
            HostMiddleware(names: ["127.0.0.1", "localhost", "[::1]", options.host] + options.names)
            SessionMiddleware(defaultPerson: options.person)
            ErrorMiddleware(pages: pages)
            FormMiddleware(once: OnceGuard())
        }
        Assets.addRoutes(to: router)
        LiveRoutes(board: board, pages: pages).add(to: router)
        TripRoutes(board: board, desks: desks, pages: pages).add(to: router)
        ItemRoutes(desks: desks, pages: pages).add(to: router)
        PhotoRoutes(board: board, desks: desks).add(to: router)
        PersonRoutes(desks: desks).add(to: router)
        ImportRoutes(importer: importer).add(to: router)
        router.get("/health") { _, _ in try await health() }
        return router
    }

    private func health() async throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let health = try await board.health()
        let body = try encoder.encode(health)
        return Response(
            status: health.status == .ok ? .ok : .serviceUnavailable,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        )
    }
}

import HTTPTypes
import Hummingbird
import SwiftData

extension SyncService {
    /// The server for metrics, at an address of its own.
    package func admin(onRunning: @escaping @Sendable (Int) async -> Void = { _ in }) -> some ApplicationProtocol {
        let router = Router(context: SyncContext.self)
        router.addMiddleware { AnswerMiddleware(metrics: metrics) }
        router.get("/metrics") { request, _ in
            RequestNote.current?.set(route: "GET metrics")
            guard isAdministrator(request) else { throw Problem.unauthorized }
            return Answers.text(metrics.text(try await store.sizes()), type: "text/plain; version=0.0.4; charset=utf-8")
        }
        return Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: settings.idleTime)),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.adminHost, port: settings.adminPort ?? 0),
                availableConnectionsDelegate: .maximum(100, logger: logger)
            ),
            onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
            logger: logger
        )
    }

    private func isAdministrator(_ request: Request) -> Bool {
        guard let token = settings.adminToken, !token.isEmpty else { return true }
        let given = request.headers[.authorization] ?? ""
        return ConstantTime.isEqual(Data(given.utf8), Data("Bearer \(token)".utf8))
    }
}

import HTTPTypes
import Hummingbird

/// Checks a request before its handler runs: version, token, rate, zone, role and account, in this order.
struct ZoneGate: Sendable {
    let service: SyncService

    func handle(_ request: Request, _ context: SyncContext, _ route: ZoneRoute) async throws -> Response {
        RequestNote.current?.set(route: route.name)
        let body = BodyReading(request)
        do { return try await answer(request, context, route, body) } catch {
            await body.discard()
            throw error
        }
    }

    private func answer(
        _ request: Request,
        _ context: SyncContext,
        _ route: ZoneRoute,
        _ body: BodyReading
    ) async throws -> Response {
        let versions = (request.headers[.syncVersions] ?? "").split(separator: ",")
        guard versions.contains(where: { $0.trimmingCharacters(in: .whitespaces) == "1" }) else {
            throw Problem.version
        }
        let zone = context.parameters.get("zone") ?? ""
        let (secret, access) = try await login(request, context, zone)
        RequestNote.current?.set(user: access.user)
        try limit(access.user)
        guard access.role >= route.role else { throw Problem.forbidden }
        if let account = request.headers[.syncAccount], account != access.account { throw Problem.accountChanged }
        return try await route.handler(
            ZoneRequest(
                request: request,
                body: body,
                context: context,
                secret: secret,
                zoneName: zone,
                access: access,
                service: service
            )
        )
    }

    private func login(_ request: Request, _ context: SyncContext, _ zone: String) async throws -> (Secret, Access) {
        do {
            guard let secret = Self.secret(request) else { throw Problem.unauthorized }
            return (secret, try await service.store.access(secret, zone: zone))
        } catch let problem as Problem {
            if let user = problem.user {
                RequestNote.current?.set(user: user)
                try limit(user)
            } else if problem.status == .unauthorized {
                service.metrics.add(1, to: .loginsRefused)
                if let seconds = service.logins.count(peer(request, context)) {
                    throw Problem.tooMany(retryAfter: seconds)
                }
            }
            throw problem
        }
    }

    private static func secret(_ request: Request) -> Secret? {
        guard let header = request.headers[.authorization], header.utf8.count <= 256 else { return nil }
        let parts = header.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Secret(parts[1])
    }

    private func limit(_ user: String) throws(Problem) {
        guard let seconds = service.requests.count(user) else { return }
        service.metrics.add(1, to: .requestsLimited)
        throw .tooMany(retryAfter: seconds)
    }

    /// The address of the client. A proxy adds the one that it has seen at the end.
    private func peer(_ request: Request, _ context: SyncContext) -> String {
        guard service.settings.isBehindProxy,
            let last = request.headers[values: .forwardedFor].last?.split(separator: ",").last
        else { return context.peer }
        return String(last.trimmingCharacters(in: .whitespaces).prefix(64))
    }
}

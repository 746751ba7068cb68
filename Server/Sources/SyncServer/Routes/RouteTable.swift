import HTTPTypes
import Hummingbird

/// A request of the protocol: the only way to a zone, with the right that it needs.
package struct ZoneRoute: Sendable {
    package let method: HTTPRequest.Method
    /// The path below `/v1/zones/{zone}`, with `:hash` for the hash of a large value.
    package let path: String
    /// The least role that may send the request.
    package let role: Role
    let handler: @Sendable (ZoneRequest) async throws -> Response

    /// The name in logs and metrics.
    package var name: String { "\(method.rawValue) \(path.isEmpty ? "zone" : String(path.dropFirst()))" }
}

/// A request whose sender may send it.
struct ZoneRequest: Sendable {
    let request: Request
    let body: BodyReading
    let context: SyncContext
    let secret: Secret
    let zoneName: String
    let access: Access
    let service: SyncService

    var settings: Settings { service.settings }
    var store: Store { service.store }

    /// The hash in the path.
    func hash() throws(Problem) -> String {
        guard let hash = context.parameters.get("hash"), Words.isHash(hash) else { throw .badRequest }
        return hash
    }
}

/// All requests of the protocol. `ZoneGate` checks each of them before its handler runs.
package enum RouteTable {
    /// The routes, each of which a test tries with the zone of another user.
    package static let all: [ZoneRoute] = [
        ZoneRoute(method: .get, path: "", role: .read, handler: AccountRoute.account),
        ZoneRoute(method: .post, path: "/packets", role: .write, handler: PushRoute.push),
        ZoneRoute(method: .get, path: "/packets", role: .read, handler: PullRoute.pull),
        ZoneRoute(method: .head, path: "/values/:hash", role: .read, handler: ValueRoutes.state),
        ZoneRoute(method: .get, path: "/values/:hash", role: .read, handler: ValueRoutes.download),
        ZoneRoute(method: .put, path: "/values/:hash", role: .write, handler: UploadRoute.upload),
        ZoneRoute(method: .get, path: "/events", role: .read, handler: EventRoutes.events),
    ]

    /// Adds the routes to a router.
    static func add(to router: Router<SyncContext>, _ service: SyncService) {
        let gate = ZoneGate(service: service)
        for route in all {
            router.on(RouterPath("/v1/zones/:zone\(route.path)"), method: route.method) { request, context in
                try await gate.handle(request, context, route)
            }
        }
    }
}

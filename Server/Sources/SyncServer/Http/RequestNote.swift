import Synchronization

/// The facts about a request once it was routed: the name of the route, and the user.
final class RequestNote: Sendable {
    @TaskLocal static var current: RequestNote?

    private let state = Mutex<(route: String?, user: String?)>((nil, nil))

    var route: String? { state.withLock { $0.route } }
    var user: String? { state.withLock { $0.user } }

    func set(route: String) { state.withLock { $0.route = route } }
    func set(user: String) { state.withLock { $0.user = user } }
}

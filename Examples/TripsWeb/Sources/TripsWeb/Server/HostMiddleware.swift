import Hummingbird

/// Takes requests for the server's own names only, so that a page of another name that leads here cannot read it.
struct HostMiddleware: RouterMiddleware {
    private let names: Set<String>

    init(names: Set<String>) { self.names = Set(names.map { $0.lowercased() }) }

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var name = request.head.authority ?? ""
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") { name = String(name[..<colon]) }
        guard names.contains(name.lowercased()) else { throw WebError.otherHost }
        return try await next(request, context)
    }
}

import Hummingbird

/// Takes requests for the server's own names only, so that a page of another name that leads here cannot read it.
///
/// The answer for another name has nothing in it: no page, no person, no token.
struct HostMiddleware: RouterMiddleware {
    private let names: Set<String>

    /// Takes names, and addresses of IPv6 with or without their brackets.
    init(names: [String]) {
        self.names = Set(names.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }.map { $0.lowercased() })
    }

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var name = request.head.authority ?? ""
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") { name = String(name[..<colon]) }
        if names.contains(name.lowercased()) { return try await next(request, context) }
        return Response(
            status: .misdirectedRequest,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: "Open the page by the address that the server printed.\n")
            )
        )
    }
}

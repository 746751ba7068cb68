import HTTPTypes
import Hummingbird

/// Sets the headers of each answer that tell browsers what the page may do.
struct HeaderMiddleware: RouterMiddleware {
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
        base-uri 'none'; frame-ancestors 'none'
        """

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let headers: [(HTTPField.Name, String)] = [
            (.contentSecurityPolicy, Self.policy), (.xContentTypeOptions, "nosniff"),
            (Self.referrerPolicy, "same-origin"), (Self.openerPolicy, "same-origin"),
            (Self.resourcePolicy, "same-origin"), (Self.frameOptions, "DENY"), (.cacheControl, "no-store"),
        ]
        for (name, value) in headers where response.headers[name] == nil { response.headers[name] = value }
        return response
    }

    private static let referrerPolicy = name("Referrer-Policy")
    private static let openerPolicy = name("Cross-Origin-Opener-Policy")
    private static let resourcePolicy = name("Cross-Origin-Resource-Policy")
    private static let frameOptions = name("X-Frame-Options")

    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no name of a header.") }
        return name
    }
}

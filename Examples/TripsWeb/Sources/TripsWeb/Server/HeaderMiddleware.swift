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
            (.referrerPolicy, "same-origin"), (.openerPolicy, "same-origin"),
            (.resourcePolicy, "same-origin"), (.frameOptions, "DENY"), (.cacheControl, "no-store"),
        ]
        for (name, value) in headers where response.headers[name] == nil { response.headers[name] = value }
        return response
    }
}

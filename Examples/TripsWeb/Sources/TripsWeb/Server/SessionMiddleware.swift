import Hummingbird

/// Finds out who asks, and gives a new browser its token.
struct SessionMiddleware: RouterMiddleware {
    let defaultPerson: String

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.session = Session(request, defaultPerson: defaultPerson)
        var response = try await next(request, context)
        if context.session.isNew {
            response.setCookie(
                try Cookie.validated(
                    name: Session.tokenCookie,
                    value: context.session.token,
                    path: "/",
                    httpOnly: true,
                    sameSite: .lax
                )
            )
        }
        return response
    }
}

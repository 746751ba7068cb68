import Foundation
import Hummingbird

/// The routes by which people give their name, and undo.
struct PersonRoutes: Sendable {
    let desks: Desks

    func add(to router: Router<WebContext>) {
        router.post("/undo") { request, context in try await undo(request, context, redo: false) }
        router.post("/redo") { request, context in try await undo(request, context, redo: true) }
        router.post("/person") { _, context in
            let name = Field.clean(context.form["person"], isLong: false)
            guard !name.isEmpty, name.utf16.count <= Session.longestPerson else {
                throw FormErrors(["person": "A name has 1 to \(Session.longestPerson) characters."])
            }
            var response = Response.redirect(to: context.back.address, type: .normal)
            response.setCookie(
                try Cookie.validated(
                    name: Session.personCookie,
                    value: Page.encoded(name),
                    maxAge: 31_536_000,
                    path: "/",
                    httpOnly: true,
                    sameSite: .lax
                )
            )
            return response
        }
    }

    private func undo(_ request: Request, _ context: WebContext, redo: Bool) async throws -> Response {
        guard let step = Int(context.form["value"]) else { throw HTTPError(.badRequest) }
        try await desks.change(as: context.session.person) { try await $0.undo(redo: redo, step: step) }
        return context.done(request, context.back)
    }
}

extension WebContext {
    /// The slug in the path of the request.
    ///
    /// Throws `HTTPError` where it is none.
    func slug(_ name: String) throws -> Slug {
        guard let slug = parameters.get(name).flatMap({ Slug($0) }) else { throw HTTPError(.notFound) }
        return slug
    }

    /// The page that the form was on.
    var back: Page { Page(address: form["back"]) ?? .list(ListQuery()) }

    /// The answer to a form that was taken: another page, or nothing for a script, whose page changes by itself.
    func done(_ request: Request, _ page: Page) -> Response {
        request.isSentByScript ? Response(status: .noContent) : .redirect(to: page.address, type: .normal)
    }
}

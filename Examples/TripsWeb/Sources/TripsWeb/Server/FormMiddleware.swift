import Foundation
import Hummingbird

/// Takes a `POST` only if its form was made by this page for this browser, and does what it asks for once.
struct FormMiddleware: RouterMiddleware {
    let once: OnceGuard

    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post else { return try await next(request, context) }
        // Browsers name the origin of each form that they post; one of another page is refused before its body is read.
        if let origin = request.headers[.origin] {
            guard let host = request.head.authority, origin == "http://\(host)" || origin == "https://\(host)" else {
                throw WebError.notOurForm
            }
        }
        // A browser without a cookie has no form of this page.
        guard !context.session.isNew else { throw WebError.notOurForm }
        var context = context
        context.form = try await SentForm(request)
        guard context.session.accepts(context.form["csrf"]) else { throw WebError.notOurForm }
        let token = context.form["once"]
        guard (8...64).contains(token.utf8.count) else { return try await next(request, context) }
        let (key, sent) = ("\(context.session.token) \(token) \(request.uri.path)", context.form)
        switch await once.begin(key, sent) {
        case .answer(let answer): return answer
        case .work(let earlier): if let earlier { context.form.follow(earlier) }
        }
        do {
            let response = try await next(request, context)
            await once.end(key, sent, with: response.status.kind == .clientError ? nil : response)
            return response
        } catch {
            await once.end(key, sent, with: nil)
            throw error
        }
    }
}

import HTTPTypes
import Hummingbird
import NIOCore
import SwiftData

/// Adds the common headers to each answer, converts errors to answers, and counts and logs requests.
///
/// The log has the method, the route, the user, the status and the time: neither tokens nor the content of clients.
struct AnswerMiddleware: RouterMiddleware {
    let metrics: Metrics

    func handle(
        _ request: Request,
        context: SyncContext,
        next: (Request, SyncContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let note = RequestNote()
        var response: Response
        do {
            response = try await RequestNote.$current.withValue(note) { try await next(request, context) }
        } catch {
            var problem = Problem.expected(error) ?? .failure
            if problem.status == .internalServerError {
                context.logger.error("A request has failed: \(Self.text(error))")
            }
            if !request.uri.path.hasPrefix("/v1/"), problem.status == .methodNotAllowed {
                problem = Problem(.notFound, "not-found", "This path does not exist. Requests are below /v1/zones.")
            }
            response = Self.response(problem)
        }
        if request.method == .head { response = response.createHeadResponse() }
        response.headers[.syncVersion] = "1"
        // The server ends the connection then. A client without a notice may use it for another request, which is lost.
        if request.headers[.connection]?.lowercased() == "close" { response.headers[.connection] = "close" }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        let time = start.duration(to: .now)
        let route = note.route ?? "other"
        metrics.count(route: route, status: response.status.code, time: time)
        context.logger.info(
            "\(route) \(response.status.code) \(Int(time / .milliseconds(1))) ms",
            metadata: note.user.map { ["user": "\($0)"] }
        )
        return response
    }

    static func response(_ problem: Problem) -> Response {
        var headers = problem.headers
        headers[.contentType] = "application/json"
        headers[.syncCode] = problem.code
        // Codes and messages are texts of this program without quotes.
        let body = #"{"code":"\#(problem.code)","message":"\#(problem.message)"}"#
        return Response(
            status: problem.status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: body))
        )
    }

    /// An error for the log. Errors of stores have no values in them; of other errors the type is named alone.
    static func text(_ error: any Error) -> String {
        error is StoreError || error is SwiftDataError || error is ServerError ? "\(error)" : "\(type(of: error))"
    }
}

import Hummingbird

/// Logs each request in a line: method, path, status and time. A stream of events is logged when it begins.
///
/// Parameters and bodies are what people write, and not logged.
struct AccessLogMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: WebContext,
        next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let time = start.duration(to: .now).components
        let milliseconds = time.seconds * 1_000 + time.attoseconds / 1_000_000_000_000_000
        context.logger.info("\(request.method) \(request.uri.path) \(response.status.code) \(milliseconds) ms")
        return response
    }
}

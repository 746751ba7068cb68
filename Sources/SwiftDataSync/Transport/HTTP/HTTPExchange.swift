import Foundation
import SwiftDataCore

/// A request and its answer, which is collected up to a limit and within a time.
final class HTTPExchange: Sendable {
    private struct State {
        var answer: HTTPAnswer?
        var continuation: CheckedContinuation<HTTPAnswer, any Error>?
        var result: Result<HTTPAnswer, any Error>?
        var cancel: (@Sendable () -> Void)?
        var lastActivity = ContinuousClock.now
    }

    private let request: HTTPRequest
    private let idle: Duration
    private let total: Duration?
    private let state = Locked(State())

    /// Creates an exchange that fails after a time without any byte, and after a time in any case.
    init(_ request: HTTPRequest, idle: Duration, total: Duration?) {
        (self.request, self.idle, self.total) = (request, idle, total)
    }

    func run(on session: any HTTPSession) async throws -> HTTPAnswer {
        let watch = Task { await self.watch() }
        defer { watch.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) } else { session.start(request, self) }
            }
        } onCancel: {
            end { _ in .failure(CancellationError()) }
        }
    }

    /// Keeps the closure by which the session ends its part. Returns false where the exchange has ended before.
    func begin(_ cancel: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.result == nil else { return false }
            state.cancel = cancel
            return true
        }
    }

    func noteActivity() { state.withLock { $0.lastActivity = .now } }

    /// Takes the head of the answer.
    func receive(_ answer: HTTPAnswer) {
        state.withLock { state in
            state.lastActivity = .now
            if state.answer == nil { state.answer = answer }
        }
        let isLimited = request.method != .head && !(answer.isEventStream && request.isForEvents)
        if isLimited, (answer.announcedCount ?? 0) > request.limit {
            end { _ in .failure(HTTPProblem.tooLong(self.request.limit)) }
        }
    }

    func receive(_ data: Data) {
        if case .events(let take) = request.content, state.withLock({ $0.answer?.isEventStream }) == true {
            noteActivity()
            if !take(data) { end { _ in .failure(HTTPProblem.tooLong(HTTPRequest.plainLimit)) } }
            return
        }
        let isTooLong = state.withLock { state in
            guard state.result == nil else { return false }
            state.lastActivity = .now
            state.answer?.body.append(data)
            return (state.answer?.body.count ?? 0) > request.limit
        }
        if isTooLong { end { _ in .failure(HTTPProblem.tooLong(self.request.limit)) } }
    }

    /// Ends the exchange when the session is done, or has to be.
    func complete(_ failure: SyncTransportError?, isDone: Bool) {
        if isDone { state.withLock { $0.cancel = nil } }
        end { answer in
            guard var answer else { return .failure(failure ?? HTTPProblem.unreachable(nil)) }
            if let failure {
                answer.cut = failure
            } else if self.request.method != .head, let count = answer.announcedCount, count != answer.body.count,
                !answer.isEventStream, !(300...399).contains(answer.status)
            {
                answer.cut = HTTPProblem.cut
            }
            return .success(answer)
        }
    }

    /// Ends the exchange, unless it has ended.
    private func end(_ result: (HTTPAnswer?) -> Result<HTTPAnswer, any Error>) {
        let (continuation, cancel, ended) = state.withLock { state in
            guard state.result == nil else {
                return (
                    nil as CheckedContinuation<HTTPAnswer, any Error>?, nil as (@Sendable () -> Void)?, state.result
                )
            }
            let ended = result(state.answer)
            defer { (state.continuation, state.cancel, state.answer) = (nil, nil, nil) }
            state.result = ended
            return (state.continuation, state.cancel, ended)
        }
        cancel?()
        if let continuation, let ended { continuation.resume(with: ended) }
    }

    /// Ends the exchange when nothing has arrived for long, or when it takes too long.
    private func watch() async {
        let start = ContinuousClock.now
        while true {
            let quiet = state.withLock { $0.lastActivity } + idle
            let due = total.map { min(quiet, start + $0) } ?? quiet
            if due <= .now { return complete(HTTPProblem.unreachable("time-out"), isDone: false) }
            do { try await Task.sleep(until: due, clock: .continuous) } catch { return }
        }
    }
}

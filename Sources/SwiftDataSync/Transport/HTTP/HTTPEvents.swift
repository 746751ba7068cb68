import Foundation
import SwiftDataCore

/// A connection for events, which is opened again as long as its stream is read.
struct HTTPEvents: Sendable {
    let client: HTTPClient

    private struct State {
        var parser = EventStreamParser()
        var lastID: String?
        var least = Duration.zero
        var hasReceived = false
    }

    func stream() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { [self] in
            await run { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func run(_ signal: @escaping @Sendable () -> Void) async {
        let configuration = client.configuration
        let state = Locked(State())
        var delay = configuration.firstReconnectDelay
        while !Task.isCancelled {
            var wait = Duration.zero
            do { try await connect(state, signal) } catch let error as SyncTransportError {
                wait = error.retryAfter ?? .zero
            } catch is NoEvents { return } catch { if Task.isCancelled { return } }
            let (least, hasReceived) = state.withLock { state in
                defer { (state.hasReceived, state.parser) = (false, EventStreamParser()) }
                return (state.least, state.hasReceived)
            }
            if hasReceived { delay = configuration.firstReconnectDelay }
            // Devices that a restart has cut off do not all come back in one moment.
            let time = max(delay * Double.random(in: 0.75...1.25), least, wait)
            delay = min(delay * 2, configuration.longestReconnectDelay)
            do { try await Task.sleep(for: time) } catch { return }
        }
    }

    private struct NoEvents: Error {}

    /// Listens until the connection ends.
    private func connect(_ state: Locked<State>, _ signal: @escaping @Sendable () -> Void) async throws {
        var request = HTTPRequest(url: client.routes.events)
        request.headers["Accept"] = "text/event-stream"
        request.headers["Last-Event-ID"] = state.withLock { $0.lastID }
        let longest = client.configuration.longestReconnectDelay
        request.content = .events { data in
            let events = state.withLock { state -> Int? in
                state.hasReceived = true
                guard let items = state.parser.read(data) else { return nil }
                var events = 0
                for item in items {
                    switch item {
                    case .event(let id):
                        state.lastID = id ?? state.lastID
                        events += 1
                    case .retry(let time): state.least = min(.milliseconds(time), longest)
                    }
                }
                return events
            }
            guard let events else { return false }
            if events > 0 { signal() }
            return true
        }
        let answer = try await client.call(request, handling: [405, 406, 501])
        if answer.status != 200 { throw NoEvents() }
    }
}

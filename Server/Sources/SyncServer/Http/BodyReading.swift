import Hummingbird
import Synchronization

/// The body of a request, which can be read once.
///
/// A body that was not read is discarded before an error is answered: where a connection is closed with bytes that were
/// not read, the client may lose the answer.
final class BodyReading: Sendable {
    private let request: Request
    private let isTaken = Mutex(false)

    /// The bytes that are discarded. A client that sends more loses the answer.
    private static let mostDiscarded = 64 << 20

    init(_ request: Request) { self.request = request }

    /// The parts of the body, for a reader that reads it to its end.
    func take() -> RequestBody {
        isTaken.withLock { $0 = true }
        return request.body
    }

    /// Reads the unread rest.
    func discard() async {
        guard
            isTaken.withLock({ isTaken in
                defer { isTaken = true }
                return !isTaken
            })
        else { return }
        guard request.headers[.contentLength].flatMap({ Words.number($0) }) ?? 0 <= Self.mostDiscarded else { return }
        var count = 0
        do {
            for try await buffer in request.body {
                count += buffer.readableBytes
                if count > Self.mostDiscarded { return }
            }
        } catch {
            // The client has gone.
        }
    }
}

import Foundation
import Hummingbird
import ServiceLifecycle

/// The stream of events of one tab: the fragments of its page, each time that they change.
struct LiveStream: Sendable {
    let board: LiveBoard
    let key: FeedKey
    /// The state that the tab has already, as the id of the last event that it got.
    let seen: SeenFragments

    /// The time after which a tab tries again when it has lost the connection.
    private static let retry = "retry: 500\n\n"

    func response(to request: Request) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                let mailbox = try await board.subscribe(to: key)
                do {
                    // The stream ends when the tab goes, and when the server does.
                    try await withGracefulShutdownHandler {
                        try await request.body.consumeWithInboundCloseHandler { _ in
                            try await send(from: mailbox, to: &writer)
                        } onInboundClosed: {
                            mailbox.finish()
                        }
                    } onGracefulShutdown: {
                        mailbox.finish()
                    }
                } catch {
                    await board.unsubscribe(mailbox)
                    throw error
                }
                await board.unsubscribe(mailbox)
                try await writer.finish(nil)
            }
        )
    }

    /// Waits for the writer, which waits for the tab: what changes meanwhile is not queued, but replaced in the mailbox.
    private func send(from mailbox: Mailbox, to writer: inout any ResponseBodyWriter) async throws {
        var seen = seen
        try await writer.write(ByteBuffer(string: Self.retry))
        for await _ in mailbox.wakeups {
            let fresh = mailbox.take().filter { !seen.has($0) }
            guard !fresh.isEmpty else {
                // A comment, which a browser ignores and a lost connection does not take.
                try await writer.write(ByteBuffer(string: ":\n\n"))
                continue
            }
            for fragment in fresh { seen.note(fragment) }
            let parts = Dictionary(uniqueKeysWithValues: fresh.map { ($0.id, $0.html) })
            // JSON has no line ends in it, so that the data is one line.
            let data = String(decoding: try JSONEncoder().encode(parts), as: UTF8.self)
            try await writer.write(ByteBuffer(string: "event: fragments\nid: \(seen)\ndata: \(data)\n\n"))
        }
    }
}

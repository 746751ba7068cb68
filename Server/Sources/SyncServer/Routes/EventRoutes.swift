import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The stream of events of a zone.
enum EventRoutes {
    static func events(_ asked: ZoneRequest) async throws -> Response {
        let mailbox = try asked.service.board.subscribe(to: asked.access.zone, asked.access.user, asked.settings)
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        let body = ResponseBody { writer in
            // The stream ends when the client goes, and when the server does.
            try await withGracefulShutdownHandler {
                try await asked.request.body.consumeWithInboundCloseHandler { _ in
                    try await send(mailbox, asked, to: &writer)
                } onInboundClosed: {
                    mailbox.finish()
                }
            } onGracefulShutdown: {
                mailbox.finish()
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Waits for the writer, which waits for the client: changes meanwhile are one event.
    private static func send(
        _ mailbox: Mailbox,
        _ asked: ZoneRequest,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let access = asked.access
        // Later writes are reported by the mailbox, which existed before.
        guard let start = try await asked.store.ends(of: [access.zone])[access.zone] else { return }
        mailbox.note(start)
        var (position, values) = (Position.log(start.last).text(access.mark), start.values)
        let isKnown = asked.request.headers[.lastEventID] == position
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n" + (isKnown ? "" : event(position))))
        for await _ in mailbox.wakeups {
            let (state, isBeat) = mailbox.take()
            let now = Position.log(state.last).text(access.mark)
            var text = ""
            if now != position { text += event(now) }
            if values != state.values { text += "event: values\ndata: {}\n\n" }
            (position, values) = (now, state.values)
            if isBeat {
                // A token may have been revoked, and a right taken away, since the stream was opened.
                guard try await mayGoOn(asked) else { return }
                if text.isEmpty { text = ": heartbeat\n\n" }
            }
            if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
        }
    }

    private static func event(_ position: String) -> String { "id: \(position)\nevent: position\ndata: {}\n\n" }

    private static func mayGoOn(_ asked: ZoneRequest) async throws -> Bool {
        do {
            let access = try await asked.store.access(asked.secret, zone: asked.zoneName)
            return access.zone == asked.access.zone && access.account == asked.access.account
        } catch is Problem { return false }
    }
}

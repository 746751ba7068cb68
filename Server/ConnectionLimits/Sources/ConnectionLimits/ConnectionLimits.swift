import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client is too slow: in sending the body of a request, or in reading what it is sent.
///
/// A channel handler belongs to the event loop of its connection.
public final class ConnectionLimits: ChannelDuplexHandler, RemovableChannelHandler {
    /// The parts of requests that the handler receives.
    public typealias InboundIn = HTTPRequestPart
    /// The parts of requests that the handler passes on.
    public typealias InboundOut = HTTPRequestPart
    /// The parts of responses that the handler receives.
    public typealias OutboundIn = HTTPResponsePart
    /// The parts of responses that the handler passes on.
    public typealias OutboundOut = HTTPResponsePart

    private let bodyTime: TimeAmount
    private let readingTime: TimeAmount
    private var body: Scheduled<Void>?
    private var reading: Scheduled<Void>?

    /// Allows a time for the whole body of a request, and for the client to read when it has fallen behind.
    public init(bodyTime: TimeAmount, readingTime: TimeAmount) {
        (self.bodyTime, self.readingTime) = (bodyTime, readingTime)
    }

    /// Starts the time for a body with the head of a request, and stops it with the end.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            body?.cancel()
            body = close(context, in: bodyTime)
        case .body: break
        case .end:
            body?.cancel()
            body = nil
        }
        context.fireChannelRead(data)
    }

    /// Starts the time for reading when the client has fallen behind, and stops it when the client has read enough.
    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        reading?.cancel()
        reading = context.channel.isWritable ? nil : close(context, in: readingTime)
        context.fireChannelWritabilityChanged()
    }

    /// Stops all times.
    public func handlerRemoved(context: ChannelHandlerContext) {
        body?.cancel()
        reading?.cancel()
        (body, reading) = (nil, nil)
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}

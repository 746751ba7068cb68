import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client is too slow: in sending the body of a request, or in reading what it is sent.
///
/// A channel handler belongs to the event loop of its connection.
package final class ConnectionLimits: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let bodyTime: TimeAmount
    private let readingTime: TimeAmount
    private var body: Scheduled<Void>?
    private var reading: Scheduled<Void>?

    /// Allows a time for the whole body of a request, and for the client to read when it has fallen behind.
    package init(bodyTime: TimeAmount, readingTime: TimeAmount) {
        (self.bodyTime, self.readingTime) = (bodyTime, readingTime)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
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

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        reading?.cancel()
        reading = context.channel.isWritable ? nil : close(context, in: readingTime)
        context.fireChannelWritabilityChanged()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        body?.cancel()
        reading?.cancel()
        (body, reading) = (nil, nil)
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}

import ConnectionLimits
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

/// Clients that are too slow, of each server that takes the handler.
@Suite struct ConnectionLimitsTests {
    private let channel = EmbeddedChannel()
    private let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/"))

    private func open() throws {
        let limits = ConnectionLimits(bodyTime: .seconds(60), readingTime: .seconds(30))
        try channel.pipeline.syncOperations.addHandler(limits)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    @Test func aBodyThatComesInDropsIsCutOffAfterItsTime() throws {
        try open()
        try channel.writeInbound(head)
        for _ in 0..<59 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func aRequestThatIsThereMayTakeItsTimeToBeAnswered() throws {
        try open()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        _ = try channel.finish()
    }

    @Test func aClientThatDoesNotReadIsCutOff() throws {
        try open()
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }
}

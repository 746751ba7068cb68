// An enabled trait changes nothing where URLSession is Apple's.
#if canImport(FoundationNetworking) && HTTPSync
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOSSL

    /// The connections of AsyncHTTPClient.
    final class AsyncHTTPClientSession: HTTPSession {
        private let client: AsyncHTTPClient.HTTPClient
        private let loop: any EventLoop

        /// - Throws: ``SyncTransportError`` where the certificates of a setting cannot be read.
        init(_ configuration: HTTPTransport.Configuration) throws(SyncTransportError) {
            let settings = try Self.settings(configuration)
            let group = AsyncHTTPClient.HTTPClient.defaultEventLoopGroup
            client = AsyncHTTPClient.HTTPClient(eventLoopGroup: group, configuration: settings)
            loop = group.next()
        }

        // The client keeps itself until its connections are closed. The loops are those of the process.
        deinit { client.shutdown { _ in } }

        private static func settings(
            _ configuration: HTTPTransport.Configuration
        ) throws(SyncTransportError) -> AsyncHTTPClient.HTTPClient.Configuration {
            var tls = TLSConfiguration.makeClientConfiguration()
            if let file = configuration.certificateAuthorities {
                tls.additionalTrustRoots = [.certificates(try certificates(file))]
            }
            var settings = AsyncHTTPClient.HTTPClient.Configuration(
                tlsConfiguration: tls,
                redirectConfiguration: .disallow,
                decompression: .disabled
            )
            settings.httpVersion = .http1Only
            settings.proxy = configuration.proxy.map { proxy in
                .server(
                    host: proxy.host,
                    port: proxy.port,
                    authorization: proxy.user.map { .basic(username: $0, password: proxy.password ?? "") }
                )
            }
            // The exchange ends a call that waits for a connection.
            settings.timeout.connect = .seconds(min(max(configuration.idleTimeout.components.seconds, 1), 86_400))
            // A server that cannot be reached is reported at once: sync itself tries again later.
            settings.connectionPool.retryConnectionEstablishment = false
            return settings
        }

        private static func certificates(_ file: URL) throws(SyncTransportError) -> [NIOSSLCertificate] {
            if let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty {
                return certificates
            }
            throw SyncTransportError(
                .refused,
                "The file of certificateAuthorities cannot be read. Name one with certificates in PEM."
            )
        }

        /// The connections belong to one loop, so that bytes reach the exchange as soon as they arrive: AsyncHTTPClient
        /// drops bytes that were not requested yet when a connection ends, and a download could not continue there.
        func start(_ request: HTTPRequest, _ exchange: HTTPExchange) {
            let task: AsyncHTTPClient.HTTPClient.Task<Void>
            do {
                task = client.execute(
                    request: try message(request),
                    delegate: AnswerReceiver(exchange),
                    eventLoop: .delegate(on: loop)
                )
            } catch { return exchange.complete(HTTPProblem.unreachable(Self.reason(error)), isDone: true) }
            task.futureResult.whenComplete { result in
                switch result {
                case .success: exchange.complete(nil, isDone: true)
                case .failure(let error): exchange.complete(HTTPProblem.unreachable(Self.reason(error)), isDone: true)
                }
            }
            // Not within a call of the client to the exchange.
            let cancel: @Sendable () -> Void = { [loop] in loop.execute { task.cancel() } }
            if !exchange.begin(cancel) { cancel() }
        }

        private func message(_ request: HTTPRequest) throws -> AsyncHTTPClient.HTTPClient.Request {
            var message = try AsyncHTTPClient.HTTPClient.Request(
                url: request.url,
                method: HTTPMethod(rawValue: request.method.rawValue)
            )
            for (name, value) in request.headers { message.headers.add(name: name, value: value) }
            guard let body = request.body else { return message }
            message.body = .stream(contentLength: Int64(body.count)) { [loop] in Self.send(body, $0, loop) }
            return message
        }

        /// Writes bytes in parts, of which the exchange is notified one after the other.
        private static func send(
            _ bytes: Data,
            _ writer: AsyncHTTPClient.HTTPClient.Body.StreamWriter,
            _ loop: any EventLoop
        ) -> EventLoopFuture<Void> {
            let part = writer.write(.byteBuffer(ByteBuffer(bytes: bytes.prefix(partSize))))
            let rest = bytes.dropFirst(partSize)
            guard !rest.isEmpty else { return part }
            // The stack does not grow with the number of parts.
            return part.flatMap { loop.flatSubmit { send(rest, writer, loop) } }
        }

        private static let partSize = 1 << 16

        /// A name of the failure, without text of the server.
        private static func reason(_ error: any Error) -> String {
            switch error {
            case let error as HTTPClientError: error.shortDescription
            case let error as IOError: "errno \(error.errnoCode)"
            default: "\(type(of: error))"
            }
        }
    }

    /// Passes the events of AsyncHTTPClient to an exchange.
    private final class AnswerReceiver: HTTPClientResponseDelegate {
        private let exchange: HTTPExchange

        init(_ exchange: HTTPExchange) { self.exchange = exchange }

        func didSendRequestPart(task: AsyncHTTPClient.HTTPClient.Task<Void>, _ part: IOData) { exchange.noteActivity() }

        func didReceiveHead(
            task: AsyncHTTPClient.HTTPClient.Task<Void>,
            _ head: HTTPResponseHead
        ) -> EventLoopFuture<Void> {
            let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
            exchange.receive(HTTPAnswer(status: Int(head.status.code), headers: headers))
            return task.eventLoop.makeSucceededVoidFuture()
        }

        func didReceiveBodyPart(
            task: AsyncHTTPClient.HTTPClient.Task<Void>,
            _ buffer: ByteBuffer
        ) -> EventLoopFuture<Void> {
            exchange.receive(Data(buffer.readableBytesView))
            return task.eventLoop.makeSucceededVoidFuture()
        }

        func didFinishRequest(task: AsyncHTTPClient.HTTPClient.Task<Void>) {}
    }
#endif

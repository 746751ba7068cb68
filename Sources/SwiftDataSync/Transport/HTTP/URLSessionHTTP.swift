// Foundation on Linux has a URLSession that ends the process where a connection is closed within the head of an answer.
#if !canImport(FoundationNetworking)
    import Foundation
    import SwiftDataCore

    /// A URLSession without cache and cookies, whose delegate hands each event to its exchange.
    ///
    /// Bodies are read by a delegate: the asynchronous calls of URLSession collect them without a limit.
    final class URLSessionHTTP: HTTPSession {
        private let session: URLSession
        private let delegate = Delegate()

        init(_ configuration: URLSessionConfiguration) {
            let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            own.urlCache = nil
            own.requestCachePolicy = .reloadIgnoringLocalCacheData
            own.httpCookieStorage = nil
            own.httpShouldSetCookies = false
            // A challenge is answered by a token, and never by a password that the system keeps.
            own.urlCredentialStorage = nil
            session = URLSession(configuration: own, delegate: delegate, delegateQueue: nil)
        }

        // A session keeps its delegate until then.
        deinit { session.finishTasksAndInvalidate() }

        func start(_ request: HTTPRequest, _ exchange: HTTPExchange) {
            let task = session.dataTask(with: Self.urlRequest(request))
            delegate.exchanges.withLock { $0[task.taskIdentifier] = exchange }
            if exchange.begin({ task.cancel() }) {
                task.resume()
            } else {
                delegate.exchanges.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
            }
        }

        private static func urlRequest(_ request: HTTPRequest) -> URLRequest {
            var made = URLRequest(url: request.url)
            made.httpMethod = request.method.rawValue
            made.httpBody = request.body
            made.httpShouldHandleCookies = false
            // The exchange ends a call before that.
            made.timeoutInterval = 24 * 3_600
            for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
            return made
        }

        private final class Delegate: NSObject, URLSessionDataDelegate {
            let exchanges = Locked<[Int: HTTPExchange]>([:])

            private func exchange(_ task: URLSessionTask) -> HTTPExchange? {
                exchanges.withLock { $0[task.taskIdentifier] }
            }

            private static func receive(_ response: HTTPURLResponse, _ exchange: HTTPExchange?) {
                var headers: [String: String] = [:]
                for (name, value) in response.allHeaderFields {
                    guard let name = name as? String, let value = value as? String else { continue }
                    headers[name.lowercased()] = value
                }
                exchange?.receive(HTTPAnswer(status: response.statusCode, headers: headers))
            }

            func urlSession(
                _ session: URLSession,
                dataTask: URLSessionDataTask,
                didReceive response: URLResponse,
                completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
            ) {
                if let response = response as? HTTPURLResponse { Self.receive(response, exchange(dataTask)) }
                // An exchange that refuses a response cancels the task.
                completionHandler(.allow)
            }

            func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                exchange(dataTask)?.receive(data)
            }

            func urlSession(
                _ session: URLSession,
                task: URLSessionTask,
                didSendBodyData bytesSent: Int64,
                totalBytesSent: Int64,
                totalBytesExpectedToSend: Int64
            ) {
                exchange(task)?.noteActivity()
            }

            /// The client follows redirects by itself, since it decides which headers another origin may see.
            func urlSession(
                _ session: URLSession,
                task: URLSessionTask,
                willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest,
                completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                Self.receive(response, exchange(task))
                completionHandler(nil)
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
                let number = (error as? URLError).map { "URLError \($0.errorCode)" }
                exchange.complete(error.map { _ in HTTPProblem.unreachable(number) }, isDone: true)
            }
        }
    }
#endif

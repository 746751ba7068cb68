import Foundation
import SwiftDataCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URLSession without cache and cookies, whose delegate hands each event to its exchange.
///
/// Bodies are read by a delegate: the asynchronous calls of URLSession collect them without a limit.
final class HTTPSession: Sendable {
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

    func start(_ request: URLRequest, _ exchange: HTTPExchange) {
        let task = session.dataTask(with: request)
        delegate.exchanges.withLock { $0[task.taskIdentifier] = exchange }
        if exchange.begin({ task.cancel() }) {
            task.resume()
        } else {
            delegate.exchanges.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
        }
    }

    private final class Delegate: NSObject, URLSessionDataDelegate {
        let exchanges = Locked<[Int: HTTPExchange]>([:])

        private func exchange(_ task: URLSessionTask) -> HTTPExchange? {
            exchanges.withLock { $0[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession,
            dataTask: URLSessionDataTask,
            didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse { exchange(dataTask)?.receive(response) }
            // Linux knows no other disposition. An exchange that refuses a response cancels the task.
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

        /// The client follows redirects by itself, since it decides what another origin may see.
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            exchange(task)?.receive(redirect: response) { completionHandler(nil) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            // Linux tells of no response where a redirect has no Location that it understands.
            if let response = task.response as? HTTPURLResponse { exchange.receive(response) }
            exchange.complete(error, isTaskDone: true)
        }
    }
}

/// The part of a client that has the connections: it sends requests, and passes arriving bytes to their exchanges.
///
/// A session sends each request once, follows no redirect, keeps no cookies and no answers, and leaves bodies as they are.
protocol HTTPSession: AnyObject, Sendable {
    /// Sends the request of an exchange, and calls ``HTTPExchange/complete(_:isDone:)`` in the end.
    func start(_ request: HTTPRequest, _ exchange: HTTPExchange)
}

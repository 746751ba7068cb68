/// The results of the queries of a closure, kept until the closure is evaluated again.
///
/// An addition to Apple's API, for adapters. Queries that are variables of a closure, such as that of a preview, end
/// with each evaluation. An adapter keeps one keeper for the place of the closure in the user interface, and evaluates
/// the closure by it: so Observation continues to report changes, and queries with the same descriptor as before fetch
/// nothing.
@MainActor
public final class QueryKeeper {
    private var observers: [AnyObject] = []

    /// A keeper for one closure.
    public nonisolated init() {}

    /// Evaluates the closure. Its queries without a context of their own use the main context of the container.
    ///
    /// Their results are kept until the end of the next evaluation, or of the keeper.
    /// - Throws: The error of the closure.
    public func evaluate<Result>(
        in container: ModelContainer,
        _ body: @MainActor () throws -> Result
    ) rethrows -> Result {
        let former = observers
        observers = []
        // The queries of now find the observers of the former ones as long as these live.
        return try withExtendedLifetime(former) {
            try QuerySharing.shared.keeping(by: self) { try container.withCurrent(body) }
        }
    }

    func keep(_ observer: AnyObject) { observers.append(observer) }
}

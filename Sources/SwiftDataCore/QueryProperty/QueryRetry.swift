/// A delay after which the readers of a query whose fetch has failed are notified to read again. It doubles from one
/// second to a minute, and starts at one second again after a success.
@MainActor
final class QueryRetry {
    private var seconds = 1
    private var isWaiting = false

    nonisolated init() {}

    /// Notifies readers after the delay, unless that is scheduled already, or the error is permanent.
    func notifyLater(of error: any Error, _ token: ResultsToken) {
        guard !isWaiting, Self.mayPass(error) else { return }
        isWaiting = true
        let delay = seconds
        seconds = min(60, seconds * 2)
        inTaskOfItsOwn { [weak self] in
            do { try await Task.sleep(for: .seconds(delay)) } catch { return }
            await self?.end()
            await Self.notify(token)
        }
    }

    /// Begins with the shortest delay again.
    func reset() { seconds = 1 }

    private func end() { isWaiting = false }

    private static func notify(_ token: ResultsToken) { token.notify() }

    private static let lasting: Set<StoreError.Code> = [
        .closed, .fileMoved, .foreignContext, .forked, .migration, .newerLayout, .notADatabase, .unsupportedType,
        .validation,
    ]

    /// True for an error that may not occur at the next fetch: one of the store, or of the code of a store of the
    /// program.
    ///
    /// A condition, an order or an entity that the store does not support does not change.
    private static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let error as StoreError: !lasting.contains(error.code)
        case is SwiftDataError, is QueryError, is DataStoreError: false
        default: true
        }
    }
}

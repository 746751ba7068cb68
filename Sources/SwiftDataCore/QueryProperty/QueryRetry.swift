/// A delay after which the readers of a query whose first fetch has failed are told to read again. It doubles from one
/// second to a minute.
@MainActor
final class QueryRetry {
    private var seconds = 1
    private var isWaiting = false

    nonisolated init() {}

    /// Calls a function after the delay, unless a call is waited for already.
    func tellLater(_ tell: @escaping @MainActor @Sendable () -> Void) {
        guard !isWaiting else { return }
        isWaiting = true
        let delay = seconds
        seconds = min(60, seconds * 2)
        Task { [weak self] in
            do { try await Task.sleep(for: .seconds(delay)) } catch { return }
            self?.isWaiting = false
            tell()
        }
    }
}

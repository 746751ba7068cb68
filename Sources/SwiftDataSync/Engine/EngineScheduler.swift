import SwiftDataCore

/// Runs rounds by itself: after saves, when something arrives, and again after failures.
///
/// One task runs the rounds. A save, a signal of the transport and a timer set a flag and wake the task. After a failure the task
/// waits: a signal of the transport shortens that, and the program ends it by `resume()`.
final class EngineScheduler: Sendable {
    private struct State {
        var needsFetch = true
        var needsSend = true
        var isStopped = false
        var wakers: [CheckedContinuation<Void, Never>] = []
        var tasks: [Task<Void, Never>] = []
        var listening: CommitFeed.Listening?
    }

    private let run: EngineRun
    private let configuration: SyncConfiguration
    private let retry: RetryWait
    /// The time after a save. Something to fetch ends it.
    private let pause = RetryWait(least: .zero)
    private let state = Locked(State())

    init(_ run: EngineRun, _ configuration: SyncConfiguration) {
        self.run = run
        self.configuration = configuration
        retry = RetryWait(least: configuration.firstRetryDelay)
    }

    func start(commits: CommitFeed, _ transport: any SyncTransport) {
        let listening = commits.listen { [weak self] commit in
            if commit.author != SyncEngine.author { self?.ask(fetch: false) }
        }
        let notices = Task { [weak self] in
            for await _ in transport.notices() {
                guard let self, !Task.isCancelled else { return }
                ask(fetch: true)
                retry.signal(.arrival)
            }
        }
        let interval = configuration.fetchInterval
        let timer = Task { [weak self] in
            while true {
                do { try await Task.sleep(for: interval) } catch { return }
                guard let self else { return }
                ask(fetch: true)
            }
        }
        let work = Task { [weak self] in
            while let scheduler = self, await scheduler.step() {}
        }
        state.withLock {
            $0.listening = listening
            $0.tasks = [notices, timer, work]
        }
    }

    func stop() {
        let (tasks, wakers) = state.withLock { state in
            defer { (state.tasks, state.wakers, state.listening) = ([], [], nil) }
            state.isStopped = true
            return (state.tasks, state.wakers)
        }
        for task in tasks { task.cancel() }
        for waker in wakers { waker.resume() }
    }

    /// Runs a round soon, also where the engine waits after a failure.
    func wake() {
        ask(fetch: true)
        retry.signal(.resumption)
    }

    private func ask(fetch: Bool) {
        let wakers = state.withLock { state in
            if fetch { state.needsFetch = true } else { state.needsSend = true }
            defer { state.wakers = [] }
            return state.wakers
        }
        for waker in wakers { waker.resume() }
        if fetch { pause.signal(.arrival) }
    }

    /// Waits for something to do and does it. Returns false when the engine has ended.
    private func step() async -> Bool {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.isStopped || state.needsFetch || state.needsSend { return true }
                state.wakers.append(continuation)
                return false
            }
            if isDue { continuation.resume() }
        }
        pause.beginAttempt()
        // A fetch asked for before the line above has set its flag; one asked for after it ends the pause.
        if !state.withLock({ $0.needsFetch || $0.isStopped }) {
            if case .cancelled = await pause.wait(configuration.sendDelay) { return false }
        }
        let (isStopped, fetch) = takeRequests()
        guard !isStopped, !Task.isCancelled else { return false }
        await runUntilDone(fetch: fetch)
        return true
    }

    private func runUntilDone(fetch: Bool) async {
        var fetch = fetch
        var delay = configuration.firstRetryDelay
        while !Task.isCancelled {
            retry.beginAttempt()
            var errors: [any Error] = []
            // A failed fetch does not keep packets from being sent.
            if fetch {
                do { try await run.fetch(.automatic, retryAfter: delay) } catch { errors.append(error) }
            }
            if !errors.contains(where: EngineRun.isHalting) {
                do { try await run.send(.automatic, retryAfter: delay) } catch { errors.append(error) }
            }
            guard !errors.contains(where: EngineRun.isHalting), errors.contains(where: EngineRun.isWorthRetrying) else {
                return
            }
            run.setWaiting(true)
            defer { run.setWaiting(false) }
            switch await retry.wait(delay) {
            case .cancelled: return
            // The program may have removed the cause.
            case .signal(.resumption): delay = configuration.firstRetryDelay
            // The time grows also where a transport signals much and fails all the same.
            case .signal(.arrival), .timeIsOver: delay = min(delay * 2, configuration.longestRetryDelay)
            }
            fetch = takeRequests().fetch || fetch
        }
    }

    /// The flags that have been set, which are cleared.
    private func takeRequests() -> (isStopped: Bool, fetch: Bool) {
        state.withLock { state in
            defer { (state.needsFetch, state.needsSend) = (false, false) }
            return (state.isStopped, state.needsFetch)
        }
    }
}

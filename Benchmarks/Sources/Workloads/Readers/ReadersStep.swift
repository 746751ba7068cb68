import Foundation

/// Measures the times of fetches, first without a thread that saves and then with one.
final class ReadersStep: Step {
    let name: String
    let rows = 20
    let contestants: [any Contestant] = []
    private let store: any ReadStore
    private let seconds: Double
    private let readers = 4

    init(_ store: any ReadStore, seconds: Double) {
        self.store = store
        self.seconds = seconds
        name = "4 readers of pages, one saving: \(store.contender.name)"
    }

    func measure(_ settings: RoundSettings) throws -> StepResult {
        try store.open()
        _ = try phase(seconds: seconds / 10, isSaving: false)
        let idle = try phase(seconds: seconds / 2, isSaving: false)
        let busy = try phase(seconds: seconds, isSaving: true)
        let saved = try store.saved()
        try store.close()
        let isOpenSwiftData = store.contender == .ours
        var result = StepResult(name: name, rows: rows)
        result.facts = [
            Fact("median latency, idle", idle.latencies.median, unit: "ms"),
            Fact("median latency, while saving", busy.latencies.median, unit: "ms"),
            Fact(
                "while saving ÷ idle",
                busy.latencies.median / idle.latencies.median,
                reach: isOpenSwiftData ? 1.5 : nil
            ),
            Fact("fetches while saving", Double(busy.latencies.count)),
            Fact("saves", Double(busy.saves)),
            Fact("lost saves", Double(abs(busy.saves - saved)), reach: isOpenSwiftData ? 0 : nil),
        ]
        return result
    }

    private func phase(seconds: Double, isSaving: Bool) throws -> (latencies: [Double], saves: Int) {
        let end = ContinuousClock.now + .seconds(seconds)
        let (store, outcome, done) = (store, Outcome(), DispatchGroup())
        for reader in 0..<readers {
            start(done) { outcome.add { (try store.read(until: end, seed: UInt64(reader)), 0) } }
        }
        if isSaving { start(done) { outcome.add { ([], try store.save(until: end)) } } }
        done.wait()
        return try outcome.get()
    }

    private func start(_ done: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        done.enter()
        let thread = Thread {
            body()
            done.leave()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
}

/// The results of the threads.
///
/// `@unchecked Sendable`: everything is behind `lock`.
private final class Outcome: @unchecked Sendable {
    private let lock = NSLock()
    private var latencies: [Double] = []
    private var saves = 0
    private var failure: (any Error)?

    func add(_ work: () throws -> ([Double], Int)) {
        let result = Result { try work() }
        lock.lock()
        defer { lock.unlock() }
        switch result {
        case .success((let latencies, let saves)):
            self.latencies += latencies
            self.saves += saves
        case .failure(let error): failure = error
        }
    }

    func get() throws -> (latencies: [Double], saves: Int) {
        lock.lock()
        defer { lock.unlock() }
        if let failure { throw failure }
        return (latencies, saves)
    }
}

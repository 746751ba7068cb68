import Foundation
import Synchronization

/// The work and the findings of the program, by all its tasks.
final class Tally: Sendable {
    private struct Counts {
        var done: [String: Int] = [:]
        var findings: [String] = []
        var findingCount = 0
        /// The sum that saves that returned have added to the balances.
        var added = 0
        var most = (memory: 0, allocated: 0, descriptors: 0, temporaryFiles: 0, models: 0, log: 0)
        /// Allocated bytes, from the beginning to the end.
        var allocated: [Int] = []
    }

    private let counts = Mutex(Counts())
    private let stop = Atomic<Bool>(false)

    var isOver: Bool { stop.load(ordering: .relaxed) }
    func end() { stop.store(true, ordering: .relaxed) }

    func did(_ what: String) { counts.withLock { $0.done[what, default: 0] += 1 } }
    func saved(_ amount: Int) { counts.withLock { $0.added += amount } }

    func found(_ what: String) {
        let isNew = counts.withLock { counts in
            counts.findingCount += 1
            guard counts.findings.count < 50, !counts.findings.contains(what) else { return false }
            counts.findings.append(what)
            return true
        }
        if isNew { FileHandle.standardOutput.write(Data("soak: \(what)\n".utf8)) }
    }

    func note(_ usage: Usage) {
        counts.withLock { counts in
            counts.allocated.append(usage.allocated)
            counts.most.allocated = max(counts.most.allocated, usage.allocated)
            counts.most.memory = max(counts.most.memory, usage.memory)
            counts.most.descriptors = max(counts.most.descriptors, usage.descriptors)
            counts.most.temporaryFiles = max(counts.most.temporaryFiles, usage.temporaryFiles)
            counts.most.models = max(counts.most.models, usage.models)
            counts.most.log = max(counts.most.log, usage.log)
        }
        for line in usage.passed { found(line) }
    }

    var done: Int { counts.withLock { $0.done.values.reduce(0, +) } }
    func done(_ what: String) -> Int { counts.withLock { $0.done[what, default: 0] } }
    var added: Int { counts.withLock { $0.added } }
    var findingCount: Int { counts.withLock { $0.findingCount } }

    /// The number of measurements from which the growth of memory is known.
    private static let measurements = 30
    var knowsGrowth: Bool { counts.withLock { $0.allocated.count >= Self.measurements } }

    /// The additional bytes that are allocated in the last third of the run, compared with the second, by their medians.
    ///
    /// Resident memory is no measure of this: it also grows, by steps, where freed blocks lie between used ones.
    var memoryGrowth: Int {
        let allocated = counts.withLock { $0.allocated }
        guard allocated.count >= Self.measurements else { return 0 }
        func median(_ part: ArraySlice<Int>) -> Int { part.sorted()[part.count / 2] }
        let third = allocated.count / 3
        return median(allocated[(2 * third)...]) - median(allocated[third..<(2 * third)])
    }

    var summary: String {
        counts.withLock { counts in
            let done = counts.done.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            let most = counts.most
            return "\(done); at most \(most.memory >> 20) MiB of memory, \(most.allocated >> 20) MiB allocated, "
                + "\(most.descriptors) descriptors, \(most.temporaryFiles) temporary files, \(most.models) models, \(most.log >> 10) KiB in the -wal"
        }
    }
}

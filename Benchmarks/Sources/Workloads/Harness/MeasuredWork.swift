/// The work of a contestant inside of a function whose name a profiler can be told.
public enum MeasuredWork {
    /// What the profiler is told.
    public static let functionName = "benchmarks_measured_work"

    /// Set and read by the one thread that measures.
    nonisolated(unsafe) fileprivate static var contestant: (any Contestant)?
    nonisolated(unsafe) fileprivate static var failure: (any Error)?

    /// Does the work once so that everything is there that stays, and once inside of the function.
    /// - Returns: How many rows it is about.
    public static func run(_ request: MemoryRequest, _ sizes: Sizes, _ place: Workplace) throws -> Int {
        let (step, contestant) = try request.find(sizes, place)
        try contestant.prepare()
        _ = try contestant.run()
        try contestant.prepare()
        Self.contestant = contestant
        benchmarksMeasuredWork()
        Self.contestant = nil
        if let failure { throw failure }
        try contestant.close()
        return step.rows
    }
}

@_cdecl("benchmarks_measured_work")
@inline(never)
func benchmarksMeasuredWork() {
    do { _ = try MeasuredWork.contestant?.run() } catch { MeasuredWork.failure = error }
}

/// The work of a contestant inside of a function whose name a profiler can be told.
public enum MeasuredWork {
    /// The name for the profiler: the one that the function has in the program.
    public static let functionName = "$s9Workloads12measuredWorkyyF"

    /// Set and read by the one thread that measures.
    nonisolated(unsafe) fileprivate static var contestant: (any Contestant)?
    nonisolated(unsafe) fileprivate static var failure: (any Error)?

    /// Does the work once so that everything is there that stays, and once inside of the function.
    /// - Returns: The number of rows of the work.
    public static func run(_ request: MemoryRequest, _ sizes: Sizes, _ place: Workplace) throws -> Int {
        let (step, contestant) = try request.find(sizes, place)
        try contestant.prepare()
        _ = try contestant.run()
        try contestant.prepare()
        Self.contestant = contestant
        measuredWork()
        Self.contestant = nil
        if let failure { throw failure }
        try contestant.close()
        return step.rows
    }
}

@inline(never)
public func measuredWork() {
    do { _ = try MeasuredWork.contestant?.run() } catch { MeasuredWork.failure = error }
}

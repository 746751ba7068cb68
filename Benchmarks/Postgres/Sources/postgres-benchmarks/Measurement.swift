#if PostgreSQL
import Foundation

/// A line of output: what a way of doing a workload took.
struct Measurement: Encodable {
    var peer = Self.ours
    let workload: String
    /// Milliseconds: the median of the repeats, and the least.
    var median: Double?
    var minimum: Double?
    var repeats: Int?
    /// A sum over what was read, or over what is in the table afterwards, which all contestants agree on.
    var sum: Int64?
    /// Saves in a second.
    var rate: Double?
    /// The number of saves that the table does not have.
    var lost: Int64?
    /// The greatest lateness of a task that ticks meanwhile, in milliseconds.
    var lateness: Double?

    static let ours = "OpenSwiftData"

    /// Prints the line.
    func report() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(String(decoding: try encoder.encode(self), as: UTF8.self))
    }

    /// Takes over the times of the repeats.
    mutating func take(_ times: [Double]) {
        let sorted = times.sorted()
        minimum = sorted.first
        repeats = sorted.count
        if !sorted.isEmpty { median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2 }
    }
}

/// The number of repeats before those that count.
let warmUps = 2

/// Measures some work, which returns a sum over what it has read, and prints its line.
/// - Parameters:
///   - peer: The name of the way of doing the workload.
///   - divisor: The number of operations of a repeat.
///   - before: Called before each repeat; its time does not count.
///   - after: Called after each repeat; returns a sum over what the work has written.
func measure(
    _ workload: WorkloadName,
    as peer: String = Measurement.ours,
    repeats: Int,
    divisor: Int = 1,
    before: () throws -> Void = {},
    work: () throws -> Int64,
    after: (() throws -> Int64)? = nil
) throws {
    var measurement = Measurement(peer: peer, workload: workload.rawValue)
    var times: [Double] = []
    for turn in 0..<warmUps + repeats {
        try before()
        let start = ContinuousClock.now
        let sum = try work()
        let taken = (ContinuousClock.now - start) / .milliseconds(1)
        if turn >= warmUps { times.append(taken / Double(divisor)) }
        measurement.sum = try after?() ?? sum
    }
    measurement.take(times)
    try measurement.report()
}
#endif

import Foundation

/// The memory of this process, as the kernel counts it, and the time of its first round.
public struct MemoryUse: Codable, Sendable, Equatable {
    /// The most there was, of everything in the process.
    public var peakMegabytes: Double
    /// By how much the peak is above what there was when the work began.
    public var growthMegabytes: Double
    /// The time of the work as the first work of its process.
    public var firstMilliseconds: Double

    /// Does the work of a contestant once, and tells what memory it took.
    public static func measure(_ contestant: any Contestant) throws -> MemoryUse {
        try contestant.prepare()
        resetPeak()
        let before = try kilobytes("VmRSS")
        let stopwatch = Stopwatch()
        _ = try contestant.run()
        let first = stopwatch.stop().wall
        let peak = try kilobytes("VmHWM")
        try contestant.close()
        return MemoryUse(
            peakMegabytes: peak / 1024,
            growthMegabytes: max(peak - before, 0) / 1024,
            firstMilliseconds: first
        )
    }

    /// Sets the peak to the memory of this moment, so that the memory of preparing does not count.
    private static func resetPeak() {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        try? file.write(contentsOf: Data("5".utf8))
        try? file.close()
    }

    /// A line of `/proc/self/status`: `VmRSS` is what is in memory now, `VmHWM` the most that was.
    static func kilobytes(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix(name + ":") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let value = Double(words[1]) { return value }
        }
        throw Disagreement("/proc/self/status has no line \(name)")
    }
}

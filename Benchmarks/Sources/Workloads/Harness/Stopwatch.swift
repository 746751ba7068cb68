import Foundation

/// The time of some work: by the clock on the wall, and of the processors.
struct Stopwatch {
    private let wall = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let processor: Double

    init() {
        processor = Self.processorMilliseconds
        start = wall.now
    }

    func stop() -> (wall: Double, processor: Double) {
        let wall = (wall.now - start).milliseconds
        return (wall, Self.processorMilliseconds - processor)
    }

    /// The processor time of all threads of this process. Other programs do not change it much, and waiting for the
    /// disk does not count.
    private static var processorMilliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

import Synchronization

/// The ends of contexts that wait for a turn of an actor of the program's.
///
/// The program may end before that turn, or the actor may never have another one. So the end of the program runs them,
/// as it saves the existing contexts.
enum PendingContextEnds {
    private struct Waiting {
        var nextNumber = 0
        var ends: [Int: EndingUnit] = [:]
    }

    private static let waiting = Mutex(Waiting())

    /// - Returns: The number to take the end by.
    static func add(_ ending: EndingUnit) -> Int {
        waiting.withLock { waiting in
            waiting.nextNumber += 1
            waiting.ends[waiting.nextNumber] = ending
            return waiting.nextNumber
        }
    }

    /// Hands the end over; nil where it has been taken already.
    static func take(_ number: Int) -> EndingUnit? {
        waiting.withLock { $0.ends.removeValue(forKey: number) }
    }

    /// Ends all of them, in the order in which they came. One whose context is at work ends after that.
    static func endAll() {
        let ends = waiting.withLock { waiting in
            defer { waiting.ends = [:] }
            return waiting.ends.sorted { $0.key < $1.key }.map(\.value)
        }
        for ending in ends { ending.end() }
    }
}

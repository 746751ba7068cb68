import Synchronization

/// The ends of contexts that are released while a block of an isolated transaction runs on their thread.
///
/// A context with autosave is saved when it is released. In such a block, that save would ask for the write lock that
/// its own thread holds. So the end comes after the block.
enum PostponedEnds {
    private struct Waiting {
        /// The number of blocks that run on the thread.
        var depth = 0
        var ends: [EndingUnit] = []
    }

    private static let threads = Mutex<[UInt: Waiting]>([:])
    /// The number of blocks that run in the process: contexts mostly end while there are none.
    private static let count = Atomic<Int>(0)

    /// A block begins on the calling thread.
    static func begin() {
        count.wrappingAdd(1, ordering: .relaxed)
        threads.withLock { $0[ThreadNumber.current, default: Waiting()].depth += 1 }
    }

    /// The block is over, and its locks have been released: the contexts end.
    static func end() {
        count.wrappingSubtract(1, ordering: .relaxed)
        let number = ThreadNumber.current
        let ends = threads.withLock { threads -> [EndingUnit] in
            threads[number]?.depth -= 1
            guard threads[number]?.depth == 0 else { return [] }
            return threads.removeValue(forKey: number)?.ends ?? []
        }
        for ending in ends { ending.end() }
    }

    /// Leaves the end of a context to the block that runs on the calling thread.
    /// - Returns: True if there is such a block.
    static func add(_ ending: EndingUnit) -> Bool {
        // The calling thread sees the blocks that it has begun itself.
        guard count.load(ordering: .relaxed) > 0 else { return false }
        let number = ThreadNumber.current
        return threads.withLock { threads in
            guard threads[number] != nil else { return false }
            threads[number]?.ends.append(ending)
            return true
        }
    }
}

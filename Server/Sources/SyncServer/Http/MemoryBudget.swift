import Synchronization

/// The bytes of bodies that all requests have in memory.
final class MemoryBudget: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    init(_ limit: Int) { self.limit = limit }

    /// Takes bytes, which are free again when the reservation is released.
    ///
    /// - Throws: ``Problem`` `busy` where there is no room.
    func reserve(_ bytes: Int) throws(Problem) -> Reservation {
        let isFree = used.withLock { used in
            guard bytes <= limit - used else { return false }
            used += bytes
            return true
        }
        guard isFree else { throw .busy }
        return Reservation(self, bytes)
    }

    /// The bytes that are taken.
    var bytes: Int { used.withLock { $0 } }

    fileprivate func free(_ bytes: Int) { used.withLock { $0 -= bytes } }
}

/// Bytes of a budget, as long as the object lives: that of an answer is released with its body, sent or not.
final class Reservation: Sendable {
    private let budget: MemoryBudget
    private let bytes: Int

    fileprivate init(_ budget: MemoryBudget, _ bytes: Int) { (self.budget, self.bytes) = (budget, bytes) }

    deinit { budget.free(bytes) }
}

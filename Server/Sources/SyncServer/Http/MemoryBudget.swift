import Synchronization

/// The bytes of bodies that all requests have in memory, of which each user has a share.
final class MemoryBudget: Sendable {
    private struct Use {
        var all = 0
        var users: [String: Int] = [:]
    }

    private let limit: Int
    private let share: Int
    private let used = Mutex(Use())

    init(_ limit: Int, perUser share: Int) { (self.limit, self.share) = (limit, share) }

    /// Takes bytes, which are free again when the reservation is released.
    ///
    /// - Throws: ``Problem`` `busy` where there is no room, or the user has no share left.
    func reserve(_ bytes: Int, for user: String) throws(Problem) -> Reservation {
        let reservation = Reservation(self, user)
        try reservation.change(to: bytes)
        return reservation
    }

    /// The bytes that are taken.
    var bytes: Int { used.withLock { $0.all } }

    /// Takes bytes, or gives them back where the number is negative. Returns false where there is no room.
    fileprivate func take(_ bytes: Int, for user: String) -> Bool {
        used.withLock { used in
            let own = used.users[user] ?? 0
            guard bytes <= 0 || bytes <= limit - used.all && bytes <= share - own else { return false }
            used.all += bytes
            used.users[user] = own + bytes == 0 ? nil : own + bytes
            return true
        }
    }
}

/// Bytes of a budget, as long as the object lives: that of an answer is released with its body, sent or not.
final class Reservation: Sendable {
    private let budget: MemoryBudget
    private let user: String
    private let bytes = Mutex(0)

    fileprivate init(_ budget: MemoryBudget, _ user: String) { (self.budget, self.user) = (budget, user) }

    deinit { _ = budget.take(-bytes.withLock { $0 }, for: user) }

    /// Takes as many bytes as are missing, or gives back surplus bytes.
    ///
    /// - Throws: ``Problem`` `busy`, with nothing changed.
    func change(to wanted: Int) throws(Problem) {
        let isFree = bytes.withLock { bytes in
            guard budget.take(wanted - bytes, for: user) else { return false }
            bytes = wanted
            return true
        }
        guard isFree else { throw .busy }
    }
}

import Synchronization

/// A context's place in the list of its container's saves. Saves after it have not been received.
///
/// It costs nothing while it waits. The list is shared, see ``DeliveryLog``.
package final class ContextMailbox: Sendable {
    private let log: DeliveryLog
    /// A number that no other mailbox of the container has.
    let number: Int
    /// The number of the next delivery to read. Written under the lock of the log only.
    private let next: Atomic<Int>

    package init(_ log: DeliveryLog) {
        self.log = log
        let place = log.enter()
        number = place.number
        next = Atomic(place.position)
    }

    deinit { log.leave(number, position: position) }

    /// The number of the next delivery to read.
    var position: Int { next.load(ordering: .relaxed) }

    /// Sets the number of the next delivery to read. For the log, under its lock.
    func move(to position: Int) { next.store(position, ordering: .relaxed) }

    /// Asks for the rows of some entities along with word of their saves.
    package func want(_ entityNames: Set<String>) { log.want(entityNames, self) }

    /// True if another context has saved something that this context has not received.
    package var isFilled: Bool { position != log.count && log.isFilled(self) }

    /// Everything that other contexts have saved since it was last asked.
    package func takeAll() -> Delivery? { position == log.count ? nil : log.take(self) }

    /// Calls a closure, on the thread of the sender, when something arrives and nothing was waiting.
    package func whenFilled(_ wake: @escaping @Sendable () -> Void) {
        if log.addWake(wake, of: self) { wake() }
    }
}

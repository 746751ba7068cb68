import Synchronization

/// The saves of the contexts of a container, and of other processes, that some context has not received yet: one
/// numbered list for all contexts.
///
/// A save adds one entry, however many contexts there are, and each context reads the entries after its position when
/// it is next used. Only contexts that want to be woken, or want rows, are notified one by one.
///
/// An entry is removed when the last context has read it. Where a context stays behind, the oldest entries are removed
/// all the same, so that at most ``mostKept`` identifiers remain besides the identifiers of the newest save. A context
/// that has not read the dropped entries assumes that anything may have changed, see
/// ``ContextMailbox/Delivery/isIncomplete``.
package final class DeliveryLog: Sendable {
    /// The operations and the contents of the log, counted for tests.
    package struct Counts: Sendable, Equatable {
        /// The number of contexts that were woken or given rows, one by one.
        package var notified = 0
        /// The number of entries that were read or dropped.
        package var steps = 0
        /// The entries that are kept, and the identifiers in them.
        package var entries = 0
        package var weight = 0
        /// The contexts that want to be woken or want rows.
        package var interests = 0
        /// The rows that wait for contexts that need them.
        package var rows = 0
    }

    fileprivate struct Entry {
        let delivery: ContextMailbox.Delivery
        let sender: Int
        /// The number of contexts that read this entry next.
        var readers: Int
    }

    /// The interest of a context beyond reading the log: to be woken, and rows.
    fileprivate struct Interest {
        var wakes: [@Sendable () -> Void] = []
        /// The entities whose rows are used.
        var wanted: Set<String> = []
        /// Rows of deliveries that were not taken.
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
    }

    fileprivate struct State {
        /// The number of the oldest entry, and where it is.
        var first = 0
        var entries: [Entry] = []
        var start = 0
        var weight = 0
        /// The number of contexts that have read everything.
        var current = 0
        var lastReader = 0
        var interests: [Int: Interest] = [:]
        /// The contexts to be woken by the next delivery: a context that was woken and has not looked since is not
        /// woken again.
        var asleep: Set<Int> = []
        var wanting: Set<Int> = []
        /// The number of contexts that need the rows of each entity.
        var wantedNames: [String: Int] = [:]
        var notified = 0
        var steps = 0

        var end: Int { first + entries.count - start }
    }

    private typealias Rows = [PersistentIdentifier: DefaultSnapshot]

    private let state = Locked(State())
    private let total = Atomic<Int>(0)
    /// The identifiers that are kept for contexts that stay behind.
    package static let mostKept = 65_536

    package init() {}

    /// The number of deliveries so far.
    package var count: Int { total.load(ordering: .acquiring) }

    package var counts: Counts {
        state.withLock { state in
            Counts(
                notified: state.notified,
                steps: state.steps,
                entries: state.entries.count - state.start,
                weight: state.weight,
                interests: state.interests.count,
                rows: state.interests.values.reduce(0) { $0 + $1.rows.count }
            )
        }
    }
}

// MARK: - Contexts come and go

extension DeliveryLog {
    /// Adds a context, for which everything before now is known.
    func enter() -> (number: Int, position: Int) {
        state.withLock { state in
            state.lastReader += 1
            state.current += 1
            return (state.lastReader, state.end)
        }
    }

    func leave(_ number: Int, position: Int) {
        // Its closures end when the lock is free.
        let interest = state.withLock { state in
            state.removeReader(at: position)
            state.trim()
            let interest = state.interests.removeValue(forKey: number)
            for name in interest?.wanted ?? [] { state.countWanted(name, -1) }
            state.asleep.remove(number)
            state.wanting.remove(number)
            return interest
        }
        withExtendedLifetime(interest) {}
    }

    func want(_ names: Set<String>, _ mailbox: ContextMailbox) {
        state.withLock { state in
            let old = state.interests[mailbox.number]?.wanted ?? []
            guard names != old else { return }
            for name in names.subtracting(old) { state.countWanted(name, 1) }
            for name in old.subtracting(names) { state.countWanted(name, -1) }
            state.interests[mailbox.number, default: Interest()].wanted = names
            if names.isEmpty {
                state.wanting.remove(mailbox.number)
                state.interests[mailbox.number]?.rows = [:]
            } else {
                state.wanting.insert(mailbox.number)
            }
        }
    }

    /// The entities whose rows contexts have a use for, without one of them.
    package func wanted(besides mailbox: ContextMailbox) -> Set<String> {
        state.withLock { state in
            guard !state.wantedNames.isEmpty else { return [] }
            let own = state.interests[mailbox.number]?.wanted ?? []
            return Set(state.wantedNames.filter { $0.value > (own.contains($0.key) ? 1 : 0) }.keys)
        }
    }

    /// Adds a closure that wakes a context. Returns true if a delivery is waiting already.
    func addWake(_ wake: @escaping @Sendable () -> Void, of mailbox: ContextMailbox) -> Bool {
        state.withLock { state in
            state.interests[mailbox.number, default: Interest()].wakes.append(wake)
            let isFilled = state.isFilled(mailbox)
            if !isFilled { state.asleep.insert(mailbox.number) }
            return isFilled
        }
    }
}

// MARK: - Deliveries come and go

extension DeliveryLog {
    /// Adds a delivery, and wakes the contexts that want to be woken.
    /// - Parameters:
    ///   - sender: The context that has saved; nil for another writer.
    ///   - seen: The number of deliveries that the sender had received when it began to save. The rows that it sends
    ///     are current only where no other writer has saved since; otherwise each context reads them.
    package func deliver(_ delivery: ContextMailbox.Delivery, from sender: ContextMailbox?, seen: Int? = nil) {
        let wakes = state.withLock { state -> [@Sendable () -> Void] in
            var entry = delivery
            entry.rows = [:]
            // Rows that wait for the sender may be older than the ones that it has just written.
            if let sender { state.forgetRows(of: sender.number, delivery) }
            let rows = seen == state.end ? delivery.rows : [:]
            for number in state.wanting where number != sender?.number {
                state.notified += 1
                state.addRows(rows, of: entry, for: number)
            }
            state.append(entry, from: sender)
            total.store(state.end, ordering: .releasing)
            let woken = state.asleep.filter { $0 != sender?.number }
            state.asleep.subtract(woken)
            state.notified += woken.count
            return woken.sorted().flatMap { state.interests[$0]?.wakes ?? [] }
        }
        for wake in wakes { wake() }
    }

    func isFilled(_ mailbox: ContextMailbox) -> Bool { state.withLock { $0.isFilled(mailbox) } }

    /// Returns the entries that a context has not read, joined, without its own; nil where there are none.
    func take(_ mailbox: ContextMailbox) -> ContextMailbox.Delivery? {
        let (unread, isBehind, rows) = state.withLock { state -> ([ContextMailbox.Delivery], Bool, Rows) in
            let unread = state.unread(mailbox.position).filter { $0.sender != mailbox.number }.map(\.delivery)
            let isBehind = mailbox.position < state.first
            state.steps += unread.count
            state.removeReader(at: mailbox.position)
            mailbox.move(to: state.end)
            state.current += 1
            state.trim()
            guard let interest = state.interests[mailbox.number] else { return (unread, isBehind, [:]) }
            if !interest.wakes.isEmpty { state.asleep.insert(mailbox.number) }
            if !interest.rows.isEmpty { state.interests[mailbox.number]?.rows = [:] }
            return (unread, isBehind, interest.rows)
        }
        guard !unread.isEmpty || isBehind else { return nil }
        var delivery = ContextMailbox.Delivery(joining: unread)
        if isBehind {
            delivery.everything = true
            delivery.isIncomplete = true
            (delivery.inserted, delivery.updated) = ([], [])
        }
        if !delivery.everything { delivery.rows = rows }
        return delivery
    }
}

extension DeliveryLog.State {
    fileprivate func unread(_ position: Int) -> ArraySlice<DeliveryLog.Entry> {
        entries[(start + max(position - first, 0))...]
    }

    fileprivate func isFilled(_ mailbox: ContextMailbox) -> Bool {
        mailbox.position < first || unread(mailbox.position).contains { $0.sender != mailbox.number }
    }

    fileprivate mutating func countWanted(_ name: String, _ difference: Int) {
        let count = wantedNames[name, default: 0] + difference
        wantedNames[name] = count > 0 ? count : nil
    }

    fileprivate mutating func append(_ delivery: ContextMailbox.Delivery, from sender: ContextMailbox?) {
        let number = end
        // A context that has read everything reads this entry next.
        entries.append(DeliveryLog.Entry(delivery: delivery, sender: sender?.number ?? 0, readers: current))
        weight += delivery.weight
        current = 0
        if let sender, sender.position == number {
            removeReader(at: number)
            sender.move(to: number + 1)
            current = 1
        }
        trim()
        guard weight > DeliveryLog.mostKept else { return }
        while weight > DeliveryLog.mostKept, entries.count - start > 1 { removeFirst() }
        trim()
    }

    /// Removes a context from its position. Contexts that are too far behind are not counted.
    fileprivate mutating func removeReader(at position: Int) {
        if position == end { current -= 1 } else if position >= first { entries[start + position - first].readers -= 1 }
    }

    /// Drops the entries that every context has read.
    fileprivate mutating func trim() {
        while start < entries.count, entries[start].readers == 0 { removeFirst() }
    }

    private mutating func removeFirst() {
        weight -= entries[start].delivery.weight
        entries[start] = DeliveryLog.Entry(delivery: ContextMailbox.Delivery(), sender: 0, readers: 0)
        start += 1
        first += 1
        steps += 1
        // Each entry is moved at most once for each that has gone.
        if start * 2 >= entries.count {
            entries.removeFirst(start)
            start = 0
        }
    }

    /// Forgets rows that a context waits for and has now written itself.
    fileprivate mutating func forgetRows(of number: Int, _ delivery: ContextMailbox.Delivery) {
        guard interests[number]?.rows.isEmpty == false else { return }
        for identifier in delivery.inserted + delivery.updated { interests[number]?.rows[identifier] = nil }
    }

    /// Keeps rows for a context, without the rows that are no longer known.
    fileprivate mutating func addRows(
        _ rows: [PersistentIdentifier: DefaultSnapshot],
        of delivery: ContextMailbox.Delivery,
        for number: Int
    ) {
        guard let count = interests[number]?.rows.count else { return }
        if delivery.everything || count > 0 && count + rows.count > ContextMailbox.Delivery.mostRows {
            interests[number]?.rows = [:]
        } else if count == 0 {
            interests[number]?.rows = rows
        } else {
            for identifier in delivery.deleted + delivery.updated { interests[number]?.rows[identifier] = nil }
            interests[number]?.rows.merge(rows) { _, new in new }
        }
    }
}

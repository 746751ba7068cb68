import Synchronization

/// The end of the content of a zone: its last position, and the number of its whole values.
struct ZoneEnd: Equatable, Sendable {
    var last = 0
    var values = 0
}

/// The streams of events, and the zones that they listen to.
///
/// The streams are under `state`.
final class Board: Sendable {
    private struct State {
        var zones: [Int: [ObjectIdentifier: WeakMailbox]] = [:]
        var users: [String: Int] = [:]
        var count = 0
    }

    private struct WeakMailbox { weak var mailbox: Mailbox? }

    private let state = Mutex(State())
    private let metrics: Metrics

    init(_ metrics: Metrics) { self.metrics = metrics }

    /// Opens a stream, which ends when the mailbox is released.
    ///
    /// - Throws: ``Problem`` where there are as many as there may be.
    func subscribe(to zone: Int, _ user: String, _ settings: Settings) throws(Problem) -> Mailbox {
        let mailbox = Mailbox(self, zone, user)
        let problem = state.withLock { state -> Problem? in
            guard state.count < settings.streams else { return .manyStreams }
            guard state.users[user, default: 0] < settings.streamsPerUser else { return .tooMany(retryAfter: 30) }
            state.count += 1
            state.users[user, default: 0] += 1
            state.zones[zone, default: [:]][ObjectIdentifier(mailbox)] = WeakMailbox(mailbox: mailbox)
            return nil
        }
        if let problem { throw problem }
        metrics.addStream(1)
        return mailbox
    }

    fileprivate func end(_ mailbox: ObjectIdentifier, _ zone: Int, _ user: String) {
        let isKnown = state.withLock { state in
            guard state.zones[zone]?.removeValue(forKey: mailbox) != nil else { return false }
            if state.zones[zone]?.isEmpty == true { state.zones[zone] = nil }
            state.count -= 1
            let left = state.users[user, default: 1] - 1
            state.users[user] = left > 0 ? left : nil
            return true
        }
        if isKnown { metrics.addStream(-1) }
    }

    /// The number of streams.
    var count: Int { state.withLock { $0.count } }

    /// The zones with listeners.
    var zones: Set<Int> { state.withLock { Set($0.zones.keys) } }

    private func mailboxes(_ zone: Int) -> [Mailbox] {
        state.withLock { $0.zones[zone]?.values.compactMap(\.mailbox) ?? [] }
    }

    /// Notifies the streams of a zone of its end. An end that is older than the one that they have changes nothing.
    func publish(_ zone: Int, _ end: ZoneEnd) {
        for mailbox in mailboxes(zone) { mailbox.note(end) }
    }

    /// Lets each stream send a sign of life.
    func beat() { for zone in zones { for mailbox in mailboxes(zone) { mailbox.beat() } } }
}

/// The state that a stream has not sent yet: the newest one, however long its client does not read.
final class Mailbox: Sendable {
    /// An element for each time that there may be something to send; a buffer of one.
    let wakeups: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    private struct State {
        var end = ZoneEnd()
        var isBeat = false
    }

    private let board: Board
    private let zone: Int
    private let user: String

    fileprivate init(_ board: Board, _ zone: Int, _ user: String) {
        (self.board, self.zone, self.user) = (board, zone, user)
        (wakeups, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit { board.end(ObjectIdentifier(self), zone, user) }

    func note(_ end: ZoneEnd) {
        let isNew = state.withLock { state in
            let known = state.end
            state.end = ZoneEnd(last: max(known.last, end.last), values: max(known.values, end.values))
            return state.end != known
        }
        if isNew { wake.yield() }
    }

    func beat() {
        state.withLock { $0.isBeat = true }
        wake.yield()
    }

    func finish() { wake.finish() }

    func take() -> (ZoneEnd, isBeat: Bool) {
        state.withLock { state in
            defer { state.isBeat = false }
            return (state.end, state.isBeat)
        }
    }
}

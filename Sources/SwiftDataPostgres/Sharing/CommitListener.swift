#if PostgreSQL
import CLibPQ
import Dispatch
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A connection that sends notices of commits to other processes, and receives their notices: by LISTEN and NOTIFY.
///
/// A notice is sent after a commit, by this connection: a NOTIFY in the transaction of a save would take a lock that all
/// transactions of the server wait for at their commit. Notices may be lost, as with the connection, so that there is a look
/// each second as well.
///
/// `@unchecked Sendable`: `queue` guards `connection`, `source`, `timer`, `isStopped`, `usesNotices`, `isNoticeDue` and
/// `nextTry`.
final class CommitListener: @unchecked Sendable {
    private let information: String
    private let servers: PostgresServers
    private let channel: String
    private let look: @Sendable () -> Bool
    private let queue = DispatchQueue(label: "SwiftData.CommitListener")
    private var connection: PostgresConnection?
    private var source: (any DispatchSourceRead)?
    private var timer: (any DispatchSourceTimer)?
    private var isStopped = false
    /// False where there is no connection for notices, and commits are looked for each second alone.
    private var usesNotices: Bool
    private var isNoticeDue = false
    /// The time before which no connection is tried again.
    private var nextTry = DispatchTime(uptimeNanoseconds: 0)

    /// The time after a commit in which further commits need no notice of their own.
    private static let delay = DispatchTimeInterval.milliseconds(10)
    /// The time from look to look where no notice comes.
    private static let interval = DispatchTimeInterval.seconds(1)

    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - usesNotices: False for a server without LISTEN, or where it is turned off.
    ///   - look: Looks for commits, on a queue of the listener's. False when there is nothing to look at any more.
    init(
        _ information: String,
        servers: PostgresServers,
        channel: String,
        usesNotices: Bool,
        look: @escaping @Sendable () -> Bool
    ) {
        self.information = information
        self.servers = servers
        self.channel = channel
        self.usesNotices = usesNotices
        self.look = look
    }

    func start() {
        queue.async { [self] in
            guard !isStopped, timer == nil else { return }
            connect()
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
            timer.setEventHandler { [weak self] in self?.tick() }
            timer.resume()
            self.timer = timer
        }
    }

    /// Ends. A look that is under way is not waited for.
    func stop() {
        queue.async { [self] in
            isStopped = true
            timer?.cancel()
            timer = nil
            disconnect()
        }
    }

    /// Schedules a notice of a commit to other processes.
    func didCommit() {
        queue.async { [self] in
            guard !isStopped, usesNotices, !isNoticeDue else { return }
            isNoticeDue = true
            queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in self?.notify() }
        }
    }

    private func notify() {
        isNoticeDue = false
        guard let connection else { return }
        do {
            try connection.script("NOTIFY \(channel.enclosed(in: "\""))")
            receive(isReadable: false)
        } catch {
            disconnect()
        }
    }

    private func tick() {
        guard !isStopped else { return }
        if connection == nil, DispatchTime.now() >= nextTry { connect() }
        if !look() { stop() }
    }

    /// A connection that cannot be made is tried again by the next tick.
    private func connect() {
        guard usesNotices else { return }
        do {
            let made = try PostgresConnection(information, preparedLimit: 0, servers: servers)
            made.answerLimit = .seconds(10)
            try made.script("LISTEN \(channel.enclosed(in: "\""))")
            let source = DispatchSource.makeReadSource(fileDescriptor: PQsocket(made.handle), queue: queue)
            source.setEventHandler { [weak self] in self?.receive(isReadable: true) }
            // The socket is closed when nothing waits for it any more.
            source.setCancelHandler { withExtendedLifetime(made) {} }
            source.resume()
            connection = made
            self.source = source
        } catch {
            // A standby has no notices, and is none for a moment only.
            if let failure = error as? PostgresFailure, !failure.isConnectionLost {
                nextTry = .now() + .seconds(60)
                usesNotices = !failure.isOfMissingFeature
            }
            let kind = "Notifications of other processes cannot be received"
            log.limited(.notice, kind, "\(kind), and the server is polled for commits each second: \(error)")
        }
    }

    private func disconnect() {
        source?.cancel()
        source = nil
        connection = nil
    }

    private func receive(isReadable: Bool) {
        guard let connection, !isStopped else { return }
        do {
            // The listener's own notices report nothing new.
            guard try connection.takeNotices(isReadable: isReadable).contains(where: { !$0.isOwn }) else { return }
        } catch {
            disconnect()
            return
        }
        if !look() { stop() }
    }
}

/// A notice that the server has passed on.
struct PostgresNotice {
    /// True if the connection itself has sent it.
    let isOwn: Bool
}

extension PostgresConnection {
    /// The notices that have come since the last call.
    /// - Parameter isReadable: True if the socket has something to be read.
    /// - Throws: ``PostgresFailure`` for a connection that was lost.
    func takeNotices(isReadable: Bool) throws -> [PostgresNotice] {
        if isReadable, PQconsumeInput(handle) != 1 { throw PostgresFailure(connection: handle) }
        var notices: [PostgresNotice] = []
        while let notice = PQnotifies(handle) {
            notices.append(PostgresNotice(isOwn: notice.pointee.be_pid == PQbackendPID(handle)))
            PQfreemem(notice)
        }
        return notices
    }
}
#endif

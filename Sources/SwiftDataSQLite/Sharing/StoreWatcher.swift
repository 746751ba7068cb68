import Dispatch
import Foundation
import SwiftDataCore

/// Looks for commits of other writers when the system reports that a process has written to the file of a store.
///
/// SQLite writes a commit to the `-wal`, which the system reports, waits for the disk, and only then shows it to other
/// processes, in memory that they share, which the system does not report. So the store looks several times after the
/// last sign, at growing distances, and no more when nothing has been written for some seconds. A look asks SQLite for
/// one number. Saves of the store itself leave the same signs.
final class StoreWatcher: Sendable {
    /// The delays after a signal, or after the previous check, before the store checks again. Their sum must exceed the
    /// longest time of a disk write.
    private static let delays: [DispatchTimeInterval] = [1, 3, 8, 20, 40, 80, 160, 400, 1_000, 3_000].map {
        .milliseconds($0)
    }
    /// The least time from look to look while signs keep coming.
    private static let distance = DispatchTimeInterval.milliseconds(10)
    /// The interval of the checks if the system sends no signals.
    private static let interval = DispatchTimeInterval.milliseconds(100)

    private struct Schedule {
        var isStopped = false
        var watch: FileWatch?
        /// The number of times that the system has reported the end of a watch.
        var losses = 0
        /// The place in `delays` of the look that comes next.
        var stage = 0
        /// The time of the next look, and the number that distinguishes it from the ones that it has replaced.
        var due: DispatchTime?
        var number = 0
        var lastLook = DispatchTime(uptimeNanoseconds: 1)
    }

    private let place: WatchedPlace
    private let usesSystemEvents: Bool
    private let look: @Sendable () -> Bool
    private let queue = DispatchQueue(label: "SwiftData.StoreWatcher")
    private let schedule = Locked(Schedule())

    /// - Parameters:
    ///   - usesSystemEvents: True to ask the system; otherwise the store looks ten times in a second.
    ///   - look: Looks, on a queue of the watcher's. False when there is nothing to look at any more.
    init(_ place: WatchedPlace, usesSystemEvents: Bool, look: @escaping @Sendable () -> Bool) {
        self.place = place
        self.usesSystemEvents = usesSystemEvents
        self.look = look
    }

    func start() {
        if !watch() { poll() }
        // Writes since the file was opened have left their signs already.
        noteSign()
    }

    /// Ends the watch. A look that is under way is not waited for.
    func stop() {
        let watch = schedule.withLock { schedule -> FileWatch? in
            schedule.isStopped = true
            schedule.due = nil
            defer { schedule.watch = nil }
            return schedule.watch
        }
        withExtendedLifetime(watch) {}
    }

    /// True if the system reports writes now.
    var isWatching: Bool { schedule.withLock { $0.watch != nil } }

    private func watch() -> Bool {
        guard usesSystemEvents else { return false }
        let losses = schedule.withLock { $0.losses }
        let watch = FileWatch.begin(place) { [weak self] sign in
            switch sign {
            case .written: self?.noteSign()
            case .lost: self?.noteLoss()
            }
        }
        guard let watch else { return false }
        return schedule.withLock { schedule in
            // It may have ended already, which the system would not report again.
            guard !schedule.isStopped, schedule.losses == losses else { return false }
            schedule.watch = watch
            return true
        }
    }

    /// The file was replaced or removed: looks from time to time until there is one to watch again.
    private func noteLoss() {
        let lost = schedule.withLock { schedule -> FileWatch? in
            schedule.losses += 1
            defer { schedule.watch = nil }
            return schedule.watch
        }
        guard lost != nil else { return }
        poll()
    }

    private func poll() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self, !schedule.withLock({ $0.isStopped }) else { return }
            let isWatched = watch()
            guard look() else { return stop() }
            // Writes from just before the watch began may only become visible after this look.
            if isWatched { noteSign() } else { poll() }
        }
    }
}

// MARK: - Looking

extension StoreWatcher {
    /// A process has written.
    func noteSign() {
        let now = DispatchTime.now()
        schedule.withLock { schedule in
            schedule.stage = 1
            let time = max(now + Self.delays[0], schedule.lastLook + Self.distance)
            if let due = schedule.due, due <= time { return }
            arrange(time, &schedule)
        }
    }

    private func arrange(_ time: DispatchTime, _ schedule: inout Schedule) {
        guard !schedule.isStopped else { return }
        schedule.due = time
        schedule.number &+= 1
        let number = schedule.number
        queue.asyncAfter(deadline: time) { [weak self] in self?.run(number) }
    }

    private func run(_ number: Int) {
        let isDue = schedule.withLock { schedule in
            guard schedule.number == number, !schedule.isStopped else { return false }
            schedule.due = nil
            return true
        }
        guard isDue else { return }
        guard look() else { return stop() }
        let now = DispatchTime.now()
        schedule.withLock { schedule in
            schedule.lastLook = now
            guard schedule.due == nil, schedule.stage < Self.delays.count else { return }
            let delay = Self.delays[schedule.stage]
            schedule.stage += 1
            arrange(now + delay, &schedule)
        }
    }
}

import Foundation
import ServiceLifecycle
import SwiftData
import TripsKit

// What goes on while the server runs.

extension LiveBoard {
    /// The history of this number of transactions is told on the page of changes from the start.
    private static let earlierTransactions: UInt64 = 100

    /// Follows the history, the clock and idle tabs until the server ends.
    package func run() async throws {
        defer { keepMarks() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.followHistory(self.store.transactionType) }
            group.addTask { try await self.keepTime() }
            if case .json(let file) = store { group.addTask { try await self.watch(file) } }
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// Reads each transaction once, whoever made it.
    private func followHistory<T: TripTransaction>(_ type: T.Type) async throws {
        var start = try readEarlier(type)
        isFollowing = true
        while !Task.isCancelled {
            do {
                for try await transaction in try modelContainer.historyTransactions(of: type, from: start) {
                    var reader = TripEventReader(modelContext)
                    note(try reader.events(of: [transaction]))
                    position = try JSONEncoder().encode(transaction.token)
                    start = .after(transaction.token)
                }
            } catch SwiftDataError.historyTokenExpired {
                // Somebody has deleted history that was not read yet.
                start = .now
            } catch let error where !(error is CancellationError) {
                logger.error("The history cannot be read now: \(error)")
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Lists what happened before, up to the position from which on changes are marked.
    private func readEarlier<T: TripTransaction>(_ type: T.Type) throws -> HistoryStart<T.TokenType> {
        let known = restoreMarks(type.TokenType.self)
        var newest = HistoryDescriptor<T>(sortBy: [T.newestFirst])
        newest.fetchLimit = Self.earlierTransactions
        let transactions = Array(try modelContext.fetchHistory(newest).reversed())
        let earlier = known.map { known in transactions.filter { !($0.token > known) } } ?? transactions
        var reader = TripEventReader(modelContext)
        log.list(try reader.events(of: earlier))
        return (known ?? earlier.last?.token).map { .after($0) } ?? .beginning
    }

    /// Wakes the tabs, lets go of pages that were left, and notices a new day.
    private func keepTime() async throws {
        while true {
            try await Task.sleep(for: .seconds(10))
            for feed in feeds.values { for mailbox in feed.mailboxes { mailbox.ping() } }
            dropFeeds(keeping: 0, idleFor: .seconds(20))
            keepMarks()
            begin(day: Day.today)
        }
    }

    /// Makes the lists those of a day.
    func begin(day: Date) {
        guard day != state.today else { return }
        state.today = day
        for feed in feeds.values {
            guard case .list(let query) = feed.key.page else { continue }
            let filter = query.descriptor(today: day).predicate
            switch feed.results {
            case .trips(let observer): observer.filterBy = filter
            case .tripsByDestination(let observer): observer.filterBy = filter
            default: break
            }
        }
    }

    /// A JSON store finds out what other programs did when it is asked: this asks it each time that the file is another
    /// one.
    private func watch(_ file: URL) async throws {
        var known = Self.identity(of: file)
        while true {
            try await Task.sleep(for: .milliseconds(100))
            let now = Self.identity(of: file)
            guard now != known else { continue }
            known = now
            do {
                _ = try modelContext.fetchCount(FetchDescriptor<Trip>())
            } catch {
                // Somebody is writing it without care, or has broken it. It is asked again when it is another one.
                logger.error("The trips cannot be read now: \(error)")
            }
        }
    }

    /// The number, the size and the date of a file; each save of a JSON store makes a new one.
    private static func identity(of file: URL) -> [String] {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else { return [] }
        return [.systemFileNumber, .size, .modificationDate].map { String(describing: attributes[$0]) }
    }

    /// Shows what a person can take back.
    func show(_ undo: UndoView?, for person: String) {
        if state.undo[person] != undo { state.undo[person] = undo }
    }

    /// Shows how far an import is.
    func show(_ importing: ImportView) {
        if state.importing != importing { state.importing = importing }
    }

    var isImporting: Bool { state.importing.isRunning }
}

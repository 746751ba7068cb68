#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Looks for commits of other writers, and notifies the container of the store.
///
/// A commit is reported as soon as it can be seen, whatever its number: the numbers from the horizon of the last look
/// on that were seen already are kept.
final class ServerCommitWatcher: Sendable {
    private struct State {
        var commits: KnownCommits
        var isStarted = false
    }

    private let state: Locked<State>
    private let looking = NSLock()
    private let delivery = CommitDelivery()
    private let listener = Locked<CommitListener?>(nil)
    /// `@unchecked Sendable` without a lock: the reference is never set again, and reading a weak one is safe.
    private final class WeakStore: @unchecked Sendable {
        weak var store: PostgresStore?
        init(_ store: PostgresStore) { self.store = store }
    }

    /// The greatest number of listed changes: for more of them, reading every model again costs less.
    static let mostChanges = 10_000

    /// - Parameter position: Every transaction with this number or a smaller one had ended before anything was read.
    init(position: Int64) {
        state = Locked(State(commits: KnownCommits(position: position)))
    }

    /// Looks from now on: when a process sends a notice of a commit, and each second.
    func start(for store: PostgresStore) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        delivery.begin(for: store)
        let holder = WeakStore(store)
        let made = CommitListener(
            store.configuration.connection,
            servers: store.configuration.servers,
            channel: Self.channel(store.identifier),
            usesNotices: store.model.features.contains(.listen)
        ) {
            [weak self] in
            guard let self, let store = holder.store else { return false }
            look(store)
            return true
        }
        listener.withLock { $0 = made }
        made.start()
    }

    /// The channel of a store's notices.
    static func channel(_ identifier: String) -> String { "swiftdata_" + identifier.lowercased() }

    func stop() { listener.withLock { $0 }?.stop() }

    /// The number of commits that were reported without their changes.
    var undescribedCount: Int { delivery.undescribedCount }

    // MARK: Saves of the store

    /// Notes the number of a save that is about to commit.
    func willCommit(_ number: Int64) { state.withLock { $0.commits.willCommit(number) } }
    /// Notes that a save was not committed, or that its outcome is not known.
    func didFail(_ number: Int64) { state.withLock { $0.commits.didFail(number) } }
    /// Notifies other processes.
    func didCommit() { listener.withLock { $0 }?.didCommit() }

    // MARK: Looking

    /// Notifies the container of the commits of other writers, and returns when all known commits have been reported.
    func lookAndWait(_ store: PostgresStore) {
        look(store)
        delivery.waitUntilDelivered()
    }

    private func look(_ store: PostgresStore) {
        do {
            try looking.withLock { delivery.add(try read(store)) }
        } catch let error as StoreError where error.code == .closed || error.code == .migration {
            return
        } catch {
            let kind = "The commits of other writers could not be read"
            log.limited(.error, kind, "\(kind), and the read is tried again: \(error)")
        }
        delivery.deliver()
    }

    private func read(_ store: PostgresStore) throws -> [StoreCommit] {
        let before = state.withLock { $0.commits }
        let sql =
            """
            WITH bounds AS (SELECT \(HistoryNumbers(store.model.features).horizon) AS horizon, \(PostgresStore.currentGeneration) AS generation
              FROM \(PostgresSchema.metadataTable) s)
            SELECT b.horizon, t.number, t.author, c.kind, c.entity, c.row_key, (
              SELECT max(g.last) FROM \(HistorySchema.gaps) g WHERE g.last > $1 AND g.last <> ALL($2)
            ), b.generation FROM bounds b LEFT JOIN \(HistorySchema.transactions) t ON t.number > $1 AND t.number <> ALL($2)
            LEFT JOIN \(HistorySchema.changes) c ON c.transaction = t.number
            ORDER BY t.number, c.id LIMIT \(Self.mostChanges + 1)
            """
        let parameters = [PostgresParameter.integer(before.position), PostgresParameter(keys: before.numbers.sorted())]
        let result = try store.readingPrimary { connection in
            let found = try connection.run(sql, parameters)
            // Notified contexts read the rows afterwards.
            if let standbys = store.standbys {
                standbys.require(try connection.run(PostgresStore.writtenPosition).text(0, 0))
            }
            return found
        }
        guard let horizon = result.integer(0, 0) else { return [] }
        store.note(generation: result.integer(0, 7))
        var reading = CommitReading(result, horizon: horizon, store.model)
        reading.run()
        let gap = result.integer(0, 6)
        // The horizon of a server never goes back: another one, with less, has taken its place.
        let isAnother = horizon - 1 < before.position && store.configuration.allowsSave
        if result.count > Self.mostChanges || gap != nil || isAnother || before.hasLeftOutFailure {
            reading.isEverything = true
        }
        let own = state.withLock {
            $0.commits.endLook(
                since: before,
                found: reading.numbers + (gap.map { [$0] } ?? []),
                horizon: horizon,
                isAnotherServer: isAnother
            )
        }
        return reading.commits(except: own)
    }
}

/// The rows of the history after a position, gathered into commits.
private struct CommitReading {
    private let result: PostgresResult
    private let horizon: Int64
    private let model: PostgresModel
    private(set) var numbers: [Int64] = []
    private var found: [StoreCommit] = []
    /// True if the changes are not known.
    var isEverything = false

    init(_ result: PostgresResult, horizon: Int64, _ model: PostgresModel) {
        self.result = result
        self.horizon = horizon
        self.model = model
    }

    mutating func run() {
        for row in 0..<result.count {
            guard let number = result.integer(row, 1) else { continue }
            if numbers.last != number {
                numbers.append(number)
                var commit = StoreCommit(storeIdentifier: model.storeIdentifier)
                commit.author = result.text(row, 2)
                commit.token = token(number)
                found.append(commit)
            }
            guard let kind = result.integer(row, 3) else { continue }
            guard let kind = ChangeRecord.Kind(rawValue: kind) else {
                isEverything = true
                continue
            }
            guard let entity = result.integer(row, 4).flatMap({ model[number: $0] }), let key = result.integer(row, 5)
            else { continue }
            let place = found.count - 1
            switch kind {
            case .insert: found[place].inserted.append(entity.identifier(key))
            case .update: found[place].updated.append(entity.identifier(key))
            case .delete: found[place].deleted.append(entity.identifier(key))
            }
        }
    }

    /// The commits, without the commits with some numbers.
    func commits(except own: Set<Int64>) -> [StoreCommit] {
        guard isEverything else {
            return zip(numbers, found).filter { !own.contains($0) && !$1.isEmpty }.map(\.1)
        }
        var commit = StoreCommit(storeIdentifier: model.storeIdentifier)
        commit.everything = true
        commit.token = token(horizon - 1)
        return [commit]
    }

    /// A position that misses nothing: transactions before the horizon have ended.
    private func token(_ number: Int64) -> DefaultHistoryToken {
        DefaultHistoryToken(storeIdentifier: model.storeIdentifier, transaction: min(number, horizon - 1))
    }
}
#endif

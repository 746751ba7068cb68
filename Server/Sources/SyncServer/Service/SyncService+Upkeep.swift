import SwiftData

extension SyncService {
    /// Forgets uploads and history that are too old, removes the rows of removed zones, and compacts zones where it is
    /// time.
    ///
    /// A step that fails is tried again the next time, and keeps no other one from being taken.
    package func keepUp() async {
        let now = store.now()
        await attempt("Forgetting uploads") {
            try await store.dropUploads(untouchedSince: now.addingTimeInterval(-settings.uploadTime))
        }
        if let days = settings.auditDays {
            await attempt("Forgetting the history") {
                try await store.dropHistory(before: now.addingTimeInterval(-Double(days) * 86_400))
            }
        }
        await attempt("Ending the removal of zones") { try await store.dropOrphans() }
        guard let interval = settings.compactionInterval else { return }
        await attempt("Compaction") {
            guard try await store.isCompactionDue(after: interval, at: now) else { return }
            try await compact()
            try await store.noteCompaction(at: now)
        }
    }

    private func attempt(_ step: String, _ body: () async throws -> Void) async {
        do {
            try Task.checkCancellation()
            try await body()
        } catch is CancellationError {
        } catch { logger.error("\(step) has failed, and is tried again later. \(AnswerMiddleware.text(error))") }
    }

    private func compact() async throws {
        for zone in try await store.zones() {
            try Task.checkCancellation()
            do {
                guard let result = try await Compactor(store, settings.compaction).compact(zone.number) else {
                    continue
                }
                metrics.add(1, to: .compactions)
                metrics.add(result.merged, to: .packetsMerged)
                logger.info("Zone \(zone.number): \(result.merged) packets were merged into \(result.made).")
            } catch let error as CancellationError {
                throw error
            } catch {
                metrics.add(1, to: .compactionFailures)
                logger.error("Zone \(zone.number) was not compacted: \(AnswerMiddleware.text(error))")
            }
        }
    }
}

extension Store {
    private static let compactions = "compaction"

    /// True where no server has compacted the zones of the store for a time, also one that has ended since.
    func isCompactionDue(after interval: Duration, at now: Date) async throws -> Bool {
        let last = try await container.read { context in try Counter.last(Self.compactions, context) }
        let passed = now.timeIntervalSince1970 - Double(last)
        // A clock that was put back does not stop compactions.
        return passed < 0 || passed >= Double(interval.components.seconds)
    }

    /// Notes the time at which a compaction of all zones has begun that is done.
    func noteCompaction(at time: Date) async throws {
        try await container.write { context in
            context.author = Author.compaction
            try Counter.set(Self.compactions, to: Int(time.timeIntervalSince1970), context)
        }
    }
}

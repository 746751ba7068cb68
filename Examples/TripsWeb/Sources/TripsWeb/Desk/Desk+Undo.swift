import Foundation
import SwiftData
import TripsKit

// Taking back what somebody has done, without taking back what somebody else has done since.

extension Desk {
    /// Undoes the last change, or redoes what was undone last.
    ///
    /// Throws ``WebError/newerChange`` where another change has been made since the button was shown, and
    /// ``WebError/overtaken`` where somebody else has changed the same since.
    func undo(redo: Bool, step shown: Int) async throws {
        guard shown == stepNumber, let manager = modelContext.undoManager else { throw WebError.newerChange }
        guard redo ? manager.canRedo : manager.canUndo else { throw WebError.newerChange }
        guard var step = redo ? undone.last : done.last else { throw WebError.newerChange }
        do {
            // Not in an isolated transaction, which is a step of its own for an undo manager. A write by somebody else within
            // these few milliseconds is not seen.
            let start = try historyPosition()
            if try isOvertaken(since: step.start) { throw WebError.overtaken }
            if redo { manager.redo() } else { manager.undo() }
            if try wouldReplaceATrip() { throw WebError.overtaken }
            try modelContext.save()
            step.start = start
        } catch {
            // What came before can only be undone after it.
            if modelContext.hasChanges { modelContext.rollback() }
            manager.removeAllActions()
            (done, undone) = ([], [])
            await notify()
            throw translated(error)
        }
        if redo {
            undone.removeLast()
            done.append(step)
        } else {
            done.removeLast()
            undone.append(step)
        }
        modelContext.processPendingChanges()
        await notify()
    }

    /// Forgets the oldest steps where there are many, or where they keep many bytes of photos in memory.
    func forgetOldSteps() {
        var bytes = 0
        let kept = done.reversed().prefix { step in
            bytes += step.bytes
            return bytes <= Self.undoBytes
        }
        let count = min(max(kept.count, 1), Self.undoLevels)
        guard count < done.count else { return }
        done = done.suffix(count)
        // The manager lets go of what is beyond its levels when they are set.
        modelContext.undoManager?.levelsOfUndo = count
        modelContext.undoManager?.levelsOfUndo = Self.undoLevels
    }

    /// The last transaction of the store at this moment.
    func historyPosition() throws -> HistoryPosition { HistoryPosition(token: try newestToken(store.transactionType)) }

    private func newestToken<T: TripTransaction>(_ type: T.Type) throws -> Data? {
        var newest = HistoryDescriptor<T>(sortBy: [T.newestFirst])
        newest.fetchLimit = 1
        return try modelContext.fetchHistory(newest).first.map { try JSONEncoder().encode($0.token) }
    }

    private func isOvertaken(since start: HistoryPosition) throws -> Bool {
        do {
            return try isOvertaken(store.transactionType, since: start)
        } catch SwiftDataError.historyTokenExpired {
            // The history does not tell any more.
            return true
        }
    }

    private func isOvertaken<T: TripTransaction>(_ type: T.Type, since start: HistoryPosition) throws -> Bool {
        let token = try start.token.map { try JSONDecoder().decode(T.TokenType.self, from: $0) }
        let transactions = try modelContext.fetchHistory(HistoryDescriptor(predicate: T.after(token)))
            .sorted { $0.token < $1.token }
        guard let first = transactions.firstIndex(where: { $0.author == person }) else { return false }
        let changes = StepChanges(transactions[first].changes)
        let later = transactions[(first + 1)...].filter { $0.author != person }
        if later.contains(where: { changes.areChanged(by: $0.changes) }) { return true }
        // Of a trip that is new, the undo deletes whatever anybody has put on it.
        guard !changes.newTrips.isEmpty else { return false }
        var reader = TripEventReader(modelContext)
        return try reader.events(of: later).contains { $0.trip.map(changes.newTrips.contains) == true }
    }

    /// True if a trip that comes back is the same as one that somebody has added meanwhile, by name and days.
    private func wouldReplaceATrip() throws -> Bool {
        let models = modelContext.insertedModelsArray + modelContext.changedModelsArray
        return try models.compactMap { $0 as? Trip }.contains { trip in
            let id = trip.persistentModelID
            return try book.trips(named: trip.name).contains { other in
                other.persistentModelID != id && other.startDate == trip.startDate && other.endDate == trip.endDate
            }
        }
    }
}

import Foundation
import Logging
import SwiftData
import TripsKit

/// Imports places a few at a time, and tells the board how far it is.
actor Importer: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor
    private let board: LiveBoard
    private let turns: Turns?
    private var work: Task<Void, Never>?
    private var isBeginning = false
    private var isEnding = false

    /// The places of one save.
    private static let batch = 12

    init(board: LiveBoard, turns: Turns?) {
        self.board = board
        self.turns = turns
        modelContainer = board.modelContainer
        let context = ModelContext(board.modelContainer)
        context.autosaveEnabled = false
        modelExecutor = DefaultSerialModelExecutor(modelContext: context)
    }

    /// Begins an import, which goes on after this has returned.
    ///
    /// Throws ``WebError/importing`` while there is another one.
    func begin(_ table: ZoneTable, as person: String) async throws {
        guard work == nil, !isBeginning else { throw WebError.importing }
        guard !isEnding else { throw WebError.ending }
        isBeginning = true
        defer { isBeginning = false }
        // Shown before the work begins, whose own steps come after it, and before the answer, whose page asks for it.
        await board.show(ImportView(isRunning: true, done: 0, total: table.rows.count, message: nil))
        guard !isEnding else {
            await board.show(ImportView(isRunning: false, done: 0, total: table.rows.count, message: nil))
            throw WebError.ending
        }
        work = Task { await run(table, as: person) }
    }

    /// Ends the import that is going on after the places that it is saving.
    func end() async {
        isEnding = true
        work?.cancel()
        await work?.value
    }

    private func run(_ table: ZoneTable, as person: String) async {
        var sum = TripBook.ImportResult()
        var done = 0
        var message = ""
        do {
            while done < table.rows.count, !Task.isCancelled {
                let rows = table.rows[done..<min(done + Self.batch, table.rows.count)]
                let result = try await importPlaces(rows, as: person)
                sum.added += result.added
                sum.changed += result.changed
                sum.unchanged += result.unchanged
                done += rows.count
                await board.show(ImportView(isRunning: true, done: done, total: table.rows.count, message: nil))
            }
            message = "\(sum.added) added, \(sum.changed) changed, \(sum.unchanged) unchanged"
            if !table.badLines.isEmpty { message += ", \(table.badLines.count) lines left out" }
            if done < table.rows.count { message += ", \(table.rows.count - done) not looked at" }
        } catch {
            modelContext.rollback()
            board.logger.error("The import has failed: \(error)")
            message = "The import has stopped after \(done) places; import again to go on."
        }
        // Shown before the next import may begin, which shows its own.
        await board.show(ImportView(isRunning: false, done: done, total: table.rows.count, message: message))
        work = nil
    }

    private func importPlaces(_ rows: ArraySlice<ZoneRow>, as person: String) async throws -> TripBook.ImportResult {
        guard let turns else { return try save(rows, as: person) }
        return try await turns.take { try save(rows, as: person) }
    }

    private func save(_ rows: ArraySlice<ZoneRow>, as person: String) throws -> TripBook.ImportResult {
        try TripBook(board.store, context: modelContext, as: person).importPlaces(rows)
    }
}

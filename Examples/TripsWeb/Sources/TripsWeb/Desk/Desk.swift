import Foundation
import SwiftData
import TripsKit

/// Makes the changes of one person, in a context of its own that remembers how to undo them.
///
/// Each method has saved when it returns.
actor Desk: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor
    let store: TripStore
    let person: String
    let slugs: Slugs
    let board: LiveBoard
    private var step = 0

    /// The number of changes that can be undone.
    private static let undoLevels = 50

    init(_ store: TripStore, board: LiveBoard, person: String) {
        self.store = store
        self.board = board
        self.person = person
        slugs = board.slugs
        modelContainer = board.modelContainer
        let context = ModelContext(board.modelContainer)
        context.autosaveEnabled = false
        context.author = person
        let manager = UndoManager()
        manager.levelsOfUndo = Self.undoLevels
        context.undoManager = manager
        modelExecutor = DefaultSerialModelExecutor(modelContext: context)
    }

    var book: TripBook { TripBook(store, context: modelContext, as: person) }

    /// The model that a slug stands for.
    ///
    /// Throws ``WebError/gone(_:)`` where there is none.
    func find<T: PersistentModel>(_ slug: Slug, _ type: T.Type, _ what: String) throws -> T {
        guard let model = try slugs.model(slug, of: type, in: modelContext) else { throw WebError.gone(what) }
        return model
    }

    /// Does something that can be undone as a whole, under a name.
    ///
    /// Throws what the work throws; nothing is changed then.
    func perform<Value: Sendable>(_ name: String, _ work: (TripBook) throws -> Value) async throws -> Value {
        let value: Value
        do {
            value = try work(book)
        } catch {
            // A rollback forgets what could be undone, so there is none where nothing was changed.
            if modelContext.hasChanges { modelContext.rollback() }
            throw translated(error)
        }
        modelContext.processPendingChanges()
        modelContext.undoManager?.setActionName(name)
        await tell()
        return value
    }

    /// Undoes the last change, or redoes what was undone last.
    ///
    /// Throws ``WebError/newerChange`` where another change has been made since the button was shown.
    func undo(redo: Bool, step shown: Int) async throws {
        guard shown == step, let manager = modelContext.undoManager else { throw WebError.newerChange }
        guard redo ? manager.canRedo : manager.canUndo else { throw WebError.newerChange }
        if redo { manager.redo() } else { manager.undo() }
        do {
            try modelContext.save()
        } catch {
            modelContext.rollback()
            await tell()
            throw translated(error)
        }
        modelContext.processPendingChanges()
        await tell()
    }

    /// A save is refused if somebody has written the same row, or deleted it, in the middle of it.
    private func translated(_ error: any Error) -> any Error {
        guard let error = error as? StoreError, [.conflict, .missingRow].contains(error.code) else { return error }
        return WebError.crossed
    }

    private func tell() async {
        step += 1
        let manager = modelContext.undoManager
        let undo = manager?.canUndo == true ? manager?.undoActionName : nil
        let redo = manager?.canRedo == true ? manager?.redoActionName : nil
        await board.show(UndoView(undo: undo, redo: redo, step: step), for: person)
    }
}

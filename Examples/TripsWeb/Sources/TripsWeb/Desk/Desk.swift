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
    /// The number of the last change. The first one is any, so that a button of another desk, or of a server before this
    /// one, is out of date.
    var step = Int.random(in: 1..<1 << 40)
    /// The beginnings of the steps that can be undone, and of those that can be done again.
    var done: [StepStart] = []
    var undone: [StepStart] = []

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
        let start: StepStart
        do {
            start = try historyPosition()
            value = try work(book)
        } catch {
            // A rollback forgets what could be undone, so there is none where nothing was changed.
            if modelContext.hasChanges { modelContext.rollback() }
            throw translated(error)
        }
        modelContext.processPendingChanges()
        modelContext.undoManager?.setActionName(name)
        done = (done + [start]).suffix(Self.undoLevels)
        undone = []
        await tell()
        return value
    }

    /// A save is refused if somebody has written the same row, or deleted it, in the middle of it.
    func translated(_ error: any Error) -> any Error {
        guard let error = error as? StoreError, [.conflict, .missingRow].contains(error.code) else { return error }
        return WebError.crossed
    }

    func tell() async {
        step += 1
        let manager = modelContext.undoManager
        let undo = manager?.canUndo == true ? manager?.undoActionName : nil
        let redo = manager?.canRedo == true ? manager?.redoActionName : nil
        await board.show(UndoView(undo: undo, redo: redo, step: step), for: person)
    }
}

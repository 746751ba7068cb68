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
    var stepNumber = Int.random(in: 1..<1 << 40)
    /// The steps that can be undone, and those that can be done again; the next one is the last.
    var done: [Step] = []
    var undone: [Step] = []

    /// The number of steps that can be undone.
    static let undoLevels = 50
    /// The bytes of photos that steps keep in memory, at most; the last step is kept in any case.
    static let undoBytes = 16 * 1_024 * 1_024

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

    /// Does something that can be undone as a whole: the step that the work answers with; nil where it changes nothing.
    ///
    /// Throws what the work throws; nothing is changed then.
    func perform(_ work: (TripBook) throws -> Step?) async throws { if try makeStep(work) { await notify() } }

    /// Does the work of ``perform(_:)``. True if it was a step, which the board has to be told of.
    func makeStep(_ work: (TripBook) throws -> Step?) throws -> Bool {
        var step: Step?
        do {
            try exactly {
                let start = try historyPosition()
                step = try work(book)
                step?.start = start
            }
        } catch {
            // A rollback forgets what could be undone, so there is none where nothing was changed.
            if modelContext.hasChanges { modelContext.rollback() }
            throw translated(error)
        }
        guard let step else { return false }
        modelContext.processPendingChanges()
        modelContext.undoManager?.setActionName(step.name)
        done.append(step)
        undone = []
        forgetOldSteps()
        return true
    }

    /// Does some work that reads, changes what it has read, and saves: with the lock of the database, so that nobody changes
    /// it in between. A JSON file has no lock; there the desks take turns.
    func exactly(_ work: () throws -> Void) throws {
        if case .json = store { try work() } else { try modelContext.transaction(isolated: true, block: work) }
    }

    /// A save is refused if somebody has written the same row, or deleted it, in the middle of it.
    func translated(_ error: any Error) -> any Error {
        guard let error = error as? StoreError, [.conflict, .missingRow].contains(error.code) else { return error }
        return WebError.crossed
    }

    func notify() async {
        stepNumber += 1
        let manager = modelContext.undoManager
        let undo = manager?.canUndo == true ? manager?.undoActionName : nil
        let redo = manager?.canRedo == true ? manager?.redoActionName : nil
        await board.show(UndoView(undo: undo, redo: redo, step: stepNumber), for: person)
    }
}

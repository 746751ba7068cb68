public import Foundation
import OrderedCollections

/// Finds, changes and saves models.
///
/// A context and its models are used by one isolation at a time: it is not `Sendable`. Send a
/// ``PersistentIdentifier``, or use a `@ModelActor`.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Trip(name: "Rome"))
/// try context.save()
/// ```
public class ModelContext: Equatable, SendableMetatype {
    package final let unit: UnitOfWork
    /// See ``contextBeforeMigration``.
    package final var past: ModelContext?
    /// See ``migratedModel(of:as:)``.
    package final var successor: ((PersistentIdentifier) throws -> PersistentIdentifier?)?
    /// The closure that is called after each batch of ``enumerate(_:batchSize:allowEscapingMutations:block:)``, in a
    /// stage of a migration.
    package final var batchEnded: (() throws -> Void)?

    /// A context of a container. It saves when ``save()`` is called; see ``autosaveEnabled``.
    ///
    /// ```swift
    /// let context = ModelContext(container)
    /// context.author = "importer"
    /// ```
    public init(_ container: ModelContainer) {
        unit = UnitOfWork(core: container.core)
        unit.context = self
    }

    package init(_ unit: UnitOfWork) {
        self.unit = unit
        unit.context = self
        unit.ending.adoptChanges()
    }

    /// Runs on whatever thread drops the last reference.
    deinit { unit.ending.contextIsGoing() }

    /// The container that the context works with.
    public var container: ModelContainer { unit.core.container() }

    /// The author that the context's transactions carry in the history.
    public var author: String? {
        get { unit.editing.author }
        set { unit.editing.author = newValue }
    }

    /// The identity of the context and the author of its changes, as stores see them.
    ///
    /// The author can be set; the identity is the context's for its lifetime, so that setting a state with another one
    /// takes its author only.
    public var editingState: EditingState {
        get { unit.editing }
        set { unit.editing.author = newValue.author }
    }

    /// True if autosave is on.
    ///
    /// ``ModelContainer/mainContext``, and any other context that the main thread has changed and used last, is saved in
    /// the main actor's next turn after a change, the context of a ``ModelActor`` after the job that made the change, any
    /// other one by ``processPendingChanges()``. Each is saved when it goes away, and when the program returns from main or calls `exit` on the main thread. None is saved
    /// inside ``transaction(block:)``. A failure is logged and posted as ``didFailToAutosave``.
    ///
    /// Off for contexts that you make, on for ``ModelContainer/mainContext``.
    ///
    /// ```swift
    /// let context = ModelContext(container)
    /// context.autosaveEnabled = true
    /// ```
    public var autosaveEnabled: Bool {
        get { unit.autosave.isEnabled }
        set { unit.exclusively { unit.autosaving.enableAutosave(newValue) } }
    }

    /// The undo manager that changes are registered with; nil, as it is unless you set one, for none.
    ///
    /// Every assignment to a property, insertion, deletion and transaction is an action; undoing one is done to the
    /// context, not to the store, and is saved like any other change. The actions of a turn of the main run loop or
    /// main actor are undone together, up to a call of ``processPendingChanges()``. ``rollback()`` removes the context's
    /// actions.
    ///
    /// ```swift
    /// context.undoManager = UndoManager()
    /// trip.name = "Madeira"
    /// context.processPendingChanges()
    /// context.undoManager?.undo()
    /// ```
    public var undoManager: UndoManager? {
        get { unit.exclusively { unit.recording.undoManager } }
        set { unit.exclusively { _ = unit.recording.register(with: newValue) } }
    }

    /// True if any model has an unsaved change.
    ///
    /// ```swift
    /// if context.hasChanges { try context.save() }
    /// ```
    public var hasChanges: Bool { unit.exclusively { unit.hasChanges } }

    /// The models that were inserted since the last save.
    public var insertedModelsArray: [any PersistentModel] {
        unit.exclusively { unit.pending.models(of: unit.pending.inserted.values) }
    }

    /// The saved models that have unsaved changes.
    public var changedModelsArray: [any PersistentModel] {
        unit.exclusively { unit.pending.models(of: unit.pending.changed.values.filter(unit.isReallyChanged)) }
    }

    /// The models that were deleted since the last save.
    public var deletedModelsArray: [any PersistentModel] {
        unit.exclusively {
            unit.cascades.followCascades()
            return unit.pending.models(of: unit.pending.deleted.values)
        }
    }

    /// True if both are the same context.
    public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs.unit === rhs.unit }
}

@available(*, unavailable, message: "A ModelContext belongs to one isolation. Use a ModelActor.")
extension ModelContext: @unchecked Sendable {}

// MARK: - Changes

extension ModelContext {
    /// Inserts a model, and every model that it leads to and that is in no context yet.
    ///
    /// ```swift
    /// let trip = Trip(name: "Rome")
    /// context.insert(trip)
    /// try context.save()
    /// ```
    public func insert<T>(_ model: T) where T: PersistentModel {
        unit.exclusively { unit.undo.insertUndoably(model) }
    }

    /// Marks a model for deletion at the next save. Its delete rules apply at once in memory.
    ///
    /// ```swift
    /// context.delete(trip)
    /// try context.save()
    /// ```
    public func delete<T>(_ model: T) where T: PersistentModel {
        unit.exclusively { unit.undo.deleteUndoably(model) }
    }

    /// Deletes every model that matches a predicate, from memory and from the store, without loading the models where
    /// the store can do so. Takes effect at once and cannot be rolled back.
    ///
    /// ```swift
    /// try context.delete(model: Trip.self, where: #Predicate { $0.isDone })
    /// ```
    ///
    /// - Throws: ``StoreError`` when the store refuses, for instance because of a `.deny` rule, and with code
    ///   `saveInProgress` in the middle of a save; nothing is deleted then.
    public func delete<T>(
        model: T.Type,
        where predicate: Predicate<T>? = nil,
        includeSubclasses: Bool = true
    ) throws where T: PersistentModel {
        try unit.exclusively {
            try unit.batchDeletion.deleteAll(model, where: predicate, includeSubclasses: includeSubclasses)
        }
    }

    /// Writes every unsaved change, all of them or none.
    ///
    /// Called by code that a save of the context runs, it does not save there and then: in an observer of ``willSave``
    /// it does nothing, since that save writes everything; elsewhere another save follows the one under way, and a
    /// failure of that one is posted as ``didFailToAutosave``. An encoder that runs outside of a save gets an error.
    ///
    /// ```swift
    /// do {
    ///     try context.save()
    /// } catch let error as StoreError {
    ///     print("Not saved: \(error)")
    /// }
    /// ```
    ///
    /// - Throws: ``StoreError`` naming the entity and property, or the file, and ``SwiftDataError``. The store is as it
    ///   was and the changes stay pending.
    public func save() throws {
        try unit.exclusively { try unit.saving.save(posting: self) }
    }

    /// Drops every unsaved change. Called by a store while it writes, it drops the changes since the save was planned.
    ///
    /// ```swift
    /// trip.name = "Madeira"
    /// context.rollback()
    /// ```
    public func rollback() {
        unit.exclusively {
            unit.rollingBack.rollback()
            unit.recording.undoManager?.removeAllActions(withTarget: unit)
        }
    }

    /// Runs a closure and saves. There is no autosave inside it. A transaction inside another is a part of it, which
    /// the outer one saves. For the undo manager it is one action.
    ///
    /// ```swift
    /// try context.transaction {
    ///     for trip in trips { trip.isDone = true }
    /// }
    /// ```
    ///
    /// - Throws: The error of the closure or of the save. Nothing is saved then, and the models are as they were before
    ///   the closure ran; changes that were pending before stay pending. Changes that the closure saved itself stay
    ///   saved. In the middle of a save ``StoreError`` with code `saveInProgress`: the closure does not run then.
    public func transaction(block: () throws -> Void) throws {
        try unit.exclusively { try unit.transactions.transaction(posting: self, block) }
    }

    /// Runs a closure and saves, while no other context or process can write to the stores of the container.
    ///
    /// An addition to Apple's API. The write locks of all stores are taken first, in the container's order. Every model
    /// of the context is then read again, so that the closure reads the newest committed rows, and its edits are saved
    /// over those rows. Reads of other contexts and processes do not wait; their saves wait until this one is over.
    /// Unsaved edits from before are part of the save, merged with the newest rows; with ``MergePolicy/error`` an edit
    /// of a row that has changed since makes it throw.
    ///
    /// A call of ``save()`` in the closure checks the models, and everything is written at the end of the transaction. A
    /// transaction in the closure is a part of this one. An isolated transaction in the closure of a plain one saves at its
    /// own end, with all that is pending. The closure must not wait for another thread that saves, and writes through
    /// this context alone: a save of another context on the same thread throws `locked`.
    ///
    /// It is otherwise like ``transaction(block:)``. To be called in the isolation of the context.
    ///
    /// ```swift
    /// try context.transaction(isolated: true) {
    ///     book.stock -= 1
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isolated: True to take the locks; without them, this is ``transaction(block:)``.
    ///   - block: The closure, which should be short: all other writers wait for it.
    /// - Throws: The error of the closure or of the save; ``StoreError`` with code `locked` where another process keeps
    ///   a store locked for too long, and with code `readOnly` where no store can be written;
    ///   ``DataStoreError/unsupportedFeature`` where the container has a custom store, which has no such lock. Nothing
    ///   is saved then, and the models are reverted as by ``transaction(block:)``.
    public func transaction(isolated: Bool, block: () throws -> Void) throws {
        guard isolated else { return try transaction(block: block) }
        try unit.exclusively { try unit.isolating.isolatedTransaction(posting: self, block) }
    }

    /// Receives the saves of other contexts, ends the group of undo actions that is open because of the turn, and saves
    /// if autosave is on.
    ///
    /// ```swift
    /// context.undoManager?.setActionName("Rename")
    /// context.processPendingChanges()
    /// ```
    public func processPendingChanges() {
        unit.exclusively {
            unit.receiving.receive()
            unit.undo.endUndoGroup()
            unit.autosaving.saveAutomatically()
        }
    }
}

// MARK: - Lookup

extension ModelContext {
    /// The model of an identifier: the one in memory, or one that loads when it is read.
    ///
    /// The row may be deleted: the model then reads as its last known or default values. So it does where another
    /// context has not saved the model of a temporary identifier yet; ask again after its save.
    ///
    /// Differs from Apple's: an identifier of an entity that is not in the schema gives a blank model of the first
    /// entity, and a logged error.
    ///
    /// ```swift
    /// let trip = context.model(for: id) as? Trip
    /// ```
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        let found = unit.exclusively { () -> (any PersistentModel)? in
            unit.receiving.receive()
            return unit.lookup.model(for: persistentModelID)
        }
        if let found { return found }
        let entityName = persistentModelID.entityName
        let isKnown = unit.core.schema.entitiesByName[entityName] != nil
        let message =
            isKnown
            ? "\(entityName): the model of a temporary identifier has not been saved, and is not in this context."
            : "\(entityName) is not in the schema of the container."
        log.limited(.error, message, message)
        return unit.core.placeholder(for: entityName)
    }

    /// The model of an identifier if it is in memory in this context.
    ///
    /// ```swift
    /// if let trip: Trip = context.registeredModel(for: id) { show(trip) }
    /// ```
    public func registeredModel<T>(for persistentModelID: PersistentIdentifier) -> T? where T: PersistentModel {
        unit.exclusively {
            unit.receiving.receive()
            return unit.lookup.registered(persistentModelID) as? T
        }
    }
}

// MARK: - Notifications

extension ModelContext {
    /// Posted before a save, without a userInfo.
    public static let willSave = Notification.Name("NSModelContextWillSave")

    /// Posted after a save. The userInfo has the identifiers under ``NotificationKey`` and under its raw values.
    public static let didSave = Notification.Name("NSModelContextDidSave")

    /// The keys of the userInfo of ``didSave``.
    public enum NotificationKey: String, Equatable, Hashable, RawRepresentable {
        /// The store's generation.
        case queryGeneration
        /// Models that became invalid as a whole.
        case invalidatedAllIdentifiers
        /// The identifiers of inserted models.
        case insertedIdentifiers
        /// The identifiers of updated models.
        case updatedIdentifiers
        /// The identifiers of deleted models.
        case deletedIdentifiers
        /// The position in each store's history after the save, by store identifier.
        case historyTokens
    }
}

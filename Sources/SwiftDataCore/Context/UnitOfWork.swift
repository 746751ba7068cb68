import Foundation

/// The work of a context: its models, their changes, and the saving of the changes to the stores.
///
/// ``ModelContext`` is its public face. Models hold the unit, so that they can load unread values as long as they live;
/// the unit holds only models with changes.
package final class UnitOfWork {
    package let core: ContainerCore
    let gate = ContextGate()
    let actorIsolation = ActorIsolation()
    let end = ContextEnd()
    /// True if the context is released and the unit has released the models that it kept. For tests.
    package var hasEnded: Bool { exclusively { end.hasLetGo } }
    package var editing = EditingState()
    package weak var context: ModelContext?

    package let identityMap = IdentityMap()
    package internal(set) var pending = PendingChanges()
    package internal(set) var clock = ContextClock()
    /// The model with a relationship that is being added to.
    package var opened: ModelState?
    package internal(set) var recording = ChangeRecording()
    package internal(set) var saveRun = SaveRun()
    /// True if a value is being encoded. The code that encodes it must not lead to another encoding.
    var isEncoding = false
    /// The purpose of the context.
    let purpose: Purpose
    /// True if nothing is saved through the context.
    var isReadOnly: Bool { purpose == .readCall }
    package var counts = WorkCounts()
    /// True if a new model with the unique values of another one is an error, and no update of that.
    package var refusesDuplicates = false
    /// True if the save that is planned refuses them: also where a save in the block of an isolated transaction has.
    var saveRefusesDuplicates: Bool { refusesDuplicates || isolation.refusesDuplicates }
    package var statistics = ReadStatistics()
    /// True if the log names the code that has read a property for one model at a time.
    package var namesFaultPlaces = false
    package internal(set) var merging = ConcurrentEdits()
    /// The state whose model's deinitialiser reads it, on the thread that is inside the gate: it may be filled.
    var readByDeinitialiser: ModelState?
    var isolation = IsolatedWriting()
    package internal(set) var inbox: Inbox
    var owners = MemberOwners()
    /// The reads that have failed.
    var reads = ReadLog()
    package var autosave = Autosave()
    /// The observers of changes of models; nil where there has never been one.
    package var observers: ObserverRegistry?
    /// The probe that detects whether a read is tracked; nil until a model is read.
    @exclusivity(unchecked) var readProbe: ReadProbe?

    package enum Purpose: Sendable {
        case ordinary
        /// A context for the closure of ``ModelContainer/read(waitLimit:totalLimit:_:)``.
        case readCall
        /// A context for the closure of ``ModelContainer/write(waitLimit:totalLimit:_:)``.
        case writeCall
    }

    package init(core: ContainerCore, for purpose: Purpose = .ordinary) {
        self.core = core
        self.purpose = purpose
        inbox = Inbox(core)
        for store in core.stores { store.initializeState(for: editing) }
    }

    deinit {
        for store in core.stores { store.invalidateState(for: editing) }
    }

    /// Puts new models into the context.
    package var insertion: ModelInsertion { ModelInsertion(unit: self) }
    /// Marks models for deletion, and follows their delete rules.
    package var deletion: ModelDeletion { ModelDeletion(unit: self) }
    /// Follows the cascades of deletions, or leaves them to the store.
    package var cascades: CascadeFollowing { CascadeFollowing(unit: self) }
    /// Reads the relationships that may hold back a deletion.
    var denyRules: DenyRules { DenyRules(unit: self) }
    /// Deletes all models that match a predicate.
    package var batchDeletion: BatchDeletion { BatchDeletion(unit: self) }
    /// Inserts rows that no model is made for.
    package var batchInserting: BatchInserting { BatchInserting(unit: self) }
    /// Searches texts.
    package var searching: ModelSearching { ModelSearching(unit: self) }
    /// Runs statements in SQL.
    package var sql: SQLRunning { SQLRunning(unit: self) }
    /// Lets all contexts receive the commit of a batch operation.
    var batchCommits: BatchCommits { BatchCommits(unit: self) }
    /// Updates all models that match a predicate.
    package var batchUpdating: BatchUpdating { BatchUpdating(unit: self) }
    /// Takes deleted models out of relationships.
    var references: ReferenceRemoval { ReferenceRemoval(unit: self) }
    /// Finds the owners of the members of relationships without another side.
    var owning: MemberOwning { MemberOwning(unit: self) }
    /// Removes models from the dirty ones.
    var removal: PendingRemoval { PendingRemoval(unit: self) }
    /// Drops unsaved changes.
    package var rollingBack: Rollback { Rollback(unit: self) }
    /// Takes new models out of the context again.
    var detachment: ModelDetachment { ModelDetachment(unit: self) }
    /// Reports models of other contexts.
    package var foreignReports: ForeignReports { ForeignReports(unit: self) }

    /// Saves the pending changes.
    package var saving: ContextSaving { ContextSaving(unit: self) }
    /// Puts off or refuses saves in the middle of a save.
    var saveRequests: SaveRequests { SaveRequests(unit: self) }
    /// Decides if the changes that are pending may be saved before the rest.
    package var partialSaving: PartialSaving { PartialSaving(unit: self) }
    /// Runs isolated transactions.
    package var isolating: IsolatedTransactions { IsolatedTransactions(unit: self) }
    /// Prepares for new models that turned out to be stored rows.
    var upserting: UpsertJoining { UpsertJoining(unit: self) }
    /// Autosaves the context.
    package var autosaving: Autosaving { Autosaving(unit: self) }
    /// Binds the context to its isolation.
    package var actorBinding: ActorBinding { ActorBinding(unit: self) }

    /// Notes the changes of actions, for undo.
    package var undo: UndoRecording { UndoRecording(unit: self) }
    /// Runs transactions.
    package var transactions: Transactions { Transactions(unit: self) }
    /// Reverts the changes that a journal has noted.
    var restoring: JournalRestoring { JournalRestoring(unit: self) }
    /// Ends the context.
    package var ending: ContextEnding { ContextEnding(unit: self) }

    /// The generation of the rows that are read now, see ``ContextClock/generation``.
    package var generation: Int { clock.generation }

    /// Fetches models, their number, or their identifiers.
    var fetching: ModelFetching { ModelFetching(unit: self) }
    /// Computes aggregates of models.
    package var aggregating: ModelAggregating { ModelAggregating(unit: self) }
    /// Loads a part of a list of identifiers.
    var listLoading: ListLoading { ListLoading(unit: self) }
    /// Loads a value that was not fetched.
    package var loading: FaultLoading {
        @inline(__always) get { FaultLoading(unit: self) }
    }
    /// Finds the models of identifiers.
    package var lookup: ModelLookup {
        @inline(__always) get { ModelLookup(unit: self) }
    }
    /// Makes models of rows.
    var making: ModelMaking {
        @inline(__always) get { ModelMaking(unit: self) }
    }
    /// Finds the models that relationships lead to.
    var partners: PartnerLookup {
        @inline(__always) get { PartnerLookup(unit: self) }
    }
    /// Releases models whose rows are deleted.
    var vanishing: RowVanishing { RowVanishing(unit: self) }
    /// Notes and reports reads that fail.
    package var failures: FailureNoting { FailureNoting(unit: self) }
    /// Repeats reads that have failed, before a save.
    var rereading: FailureRereading { FailureRereading(unit: self) }
    /// Follows delete rules of relationships that could not be read.
    var postponedRules: PostponedRules { PostponedRules(unit: self) }
    /// Receives the saves of other contexts and processes.
    package var receiving: ChangeReceiving { ChangeReceiving(unit: self) }
    /// Aligns unsaved edits with the saves of other writers.
    var displacedEdits: EditAligning { EditAligning(unit: self) }
    /// Notes and reports edits of values that another writer has changed too.
    var conflicts: ConflictNoting { ConflictNoting(unit: self) }
    /// Refuses saves of rows that another writer has changed.
    var refusals: SaveRefusing { SaveRefusing(unit: self) }
    /// Refreshes one model at once.
    var refreshing: ModelRefreshing { ModelRefreshing(unit: self) }
    /// Notifies observers of results of received and saved changes.
    var notifying: ObserverNotifying { ObserverNotifying(unit: self) }

    package var hasChanges: Bool {
        !pending.inserted.isEmpty || !pending.deleted.isEmpty || pending.changed.values.contains { isReallyChanged($0) }
    }

    /// True if a written model differs from its row.
    package func isReallyChanged(_ state: ModelState) -> Bool {
        guard let changes = state.changes else { return false }
        if state.failedReads?.holdsBackSaves == true { return true }
        return changes.slots.contains { state.edits.differs(at: $0, from: changes) }
    }

    /// The context over this unit; a new one where the first is released.
    package func facade() -> ModelContext { context ?? ModelContext(self) }

    /// Runs an operation that reads or changes the state of the context, while no other thread does.
    @inline(__always)
    package func exclusively<Result>(_ operation: () throws -> Result) rethrows -> Result {
        #if DEBUG
            // A use outside of the isolation that the context belongs to.
            if actorIsolation.isHere == false { IsolationReports.report(.operation, self) }
        #endif
        gate.enter()
        defer { if gate.leave() { gate.endIfRequested(ending.endWithContext) } }
        return try operation()
    }

    /// Notes that something has changed: an autosaving context saves soon.
    package func noteChange() {
        clock.noteEdit()
        autosave.noteChange(of: self)
    }

    /// Keeps a changed model until it is saved.
    package func registerChange(_ state: ModelState) {
        // After the context has gone, changed models are kept by the program alone.
        pending.noteChanged(state, end.hasLetGo ? nil : state.model)
        end.noteChange()
        noteChange()
    }
}

public import Observation

/// Counts the transactions in the history of a container's stores.
///
/// Each save that changes one of the observed models, by one of the authors, adds one to ``eventCounter``, whichever
/// writer saved: a context of the container, another process, or a writer that a store has reported. Read the counter
/// where Observation notices it, and fetch the history when it changes:
///
/// ```swift
/// let observer = try HistoryObserver(observedModels: [Trip.self], authors: ["widget"], modelContainer: container)
/// for await count in Observations({ observer.eventCounter }) where count > 0 {
///     for transaction in try context.fetchHistory(after(last)) { show(transaction) }
/// }
/// ```
///
/// The saves of your own contexts count too. To leave them out, give each writer an author by `ModelContext.author`,
/// and name here the authors of the other writers.
///
/// A change that a store does not describe, as `erase()` and `rowsDidChange()` without arguments, counts whatever
/// models are observed, and for every author where its author is not known: one look too many does no harm.
///
/// The counter changes on the actor that made the observer, once for all that happened before the actor came to it;
/// without an actor, on the thread that noticed the save, once for each. It may be read from any thread. An observer
/// stops once it is no longer held.
///
/// `@unchecked Sendable`: the mutable part is behind the lock of `state`; the rest is immutable.
final public class HistoryObserver: @unchecked Sendable, Observable {
    /// The container whose stores are observed.
    public let modelContainer: ModelContainer
    /// The models whose changes count, their subclasses included; empty for all.
    public let observedModels: [any PersistentModel.Type]
    /// The authors whose saves count; empty for the saves of all authors, also of authors without a name.
    public let authors: Set<String>

    private struct State {
        var count = 0
        /// True if a commit has been noted that the actor has not dealt with yet.
        var isDue = false
        var listening: CommitFeed.Listening?
    }

    /// Held weakly: an actor may keep its observer.
    private struct ObservingActor {
        weak var actor: (any Actor)?
    }

    private let state = Locked(State())
    private let observingActor: ObservingActor?
    private let registrar = ObservationRegistrar()

    private init(
        _ container: ModelContainer,
        _ observedModels: [any PersistentModel.Type],
        _ authors: Set<String>,
        _ actor: (any Actor)?
    ) {
        modelContainer = container
        self.observedModels = observedModels
        self.authors = authors
        observingActor = actor.map { ObservingActor(actor: $0) }
    }

    /// Observes a container's stores.
    /// - Parameters:
    ///   - historyTokens: Positions in the histories of stores, by the identifiers of the stores. Where something of
    ///     interest has happened after one of them, ``eventCounter`` begins with one. Stores that are not named are
    ///     observed from now on.
    ///   - observedModels: The models whose changes count, their subclasses included; empty for all.
    ///   - authors: The authors whose saves count; empty for the saves of all authors.
    ///   - modelContainer: The container.
    ///   - isolation: The actor on which the counter changes.
    /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token after which the store no longer has all
    ///   transactions, ``SwiftDataError/invalidTransactionFetchRequest`` for one that is not of a store of the
    ///   container or whose store keeps no history, ``SwiftDataError/unknownSchema`` for a model that the container
    ///   does not have, and the errors of reading a store.
    public convenience init(
        historyTokens: [String: any HistoryToken]? = nil,
        observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [],
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let core = modelContainer.core
        let interest = HistoryInterest(
            entityNames: try core.entityNames(of: observedModels),
            authors: authors.isEmpty ? nil : authors
        )
        self.init(modelContainer, observedModels, authors, isolation)
        // Before the past is looked at, so that nothing falls in between.
        let listening = core.commits.listen { [weak self] commit in
            if interest.includes(commit) { self?.happened() }
        }
        state.withLock { $0.listening = listening }
        if try core.hasHistory(after: historyTokens ?? [:], of: interest) { state.withLock { $0.count += 1 } }
    }

    /// The number of events of interest so far.
    public var eventCounter: Int {
        registrar.access(self, keyPath: \.eventCounter)
        return state.withLock { $0.count }
    }

    private func happened() {
        guard let observingActor else { return count() }
        let isFirst = state.withLock { state in
            defer { state.isDue = true }
            return !state.isDue
        }
        guard isFirst else { return }
        inTaskOfItsOwn { [weak self] in
            // No code runs on an actor that has gone, so that the counter may change on this thread.
            guard let actor = observingActor.actor else { self?.countPendingEvent(); return }
            await self?.count(on: actor)
        }
    }

    private func count(on actor: isolated any Actor) { countPendingEvent() }

    private func countPendingEvent() {
        state.withLock { $0.isDue = false }
        count()
    }

    private func count() {
        registrar.withMutation(of: self, keyPath: \.eventCounter) { state.withLock { $0.count += 1 } }
    }
}

extension ContainerCore {
    /// The names of the entities of some classes and of their subclasses; nil for no class.
    package func entityNames(of types: [any PersistentModel.Type]) throws -> Set<String>? {
        guard !types.isEmpty else { return nil }
        var names: Set<String> = []
        for type in types {
            guard schema.entity(of: type) != nil else {
                throw SwiftDataError(
                    .unknownSchema,
                    "the container has no \(type). List it in ModelContainer(for:)."
                )
            }
            // Any holder of the schema may change it; its classes stay.
            let layout = type._$modelLayout
            names.insert(layout.entityName)
            names.formUnion(schema.layouts.filter { $0.isKind(of: layout) }.map(\.entityName))
        }
        return names
    }

    /// True if a store has a transaction of interest after the position given for it.
    fileprivate func hasHistory(after tokens: [String: any HistoryToken], of interest: HistoryInterest) throws -> Bool {
        for (identifier, token) in tokens.sorted(by: { $0.key < $1.key }) {
            guard let store = stores.first(where: { $0.storeIdentifier == identifier }),
                [identifier, ""].contains(token.storeIdentifier)
            else {
                throw SwiftDataError(
                    .invalidTransactionFetchRequest,
                    "a history token belongs to a store that the container does not have."
                )
            }
            if try store.hasHistory(after: token, of: interest) { return true }
        }
        return false
    }
}

import Observation

/// The state of a query, which the copies of its value share.
@MainActor
package final class QueryBox<Element: PersistentModel> {
    nonisolated let request: QueryRequest<Element>
    nonisolated let transaction: QueryTransaction?
    /// The context that an adapter for a user interface has set.
    private(set) var givenContext: ModelContext?
    package private(set) var observer: QueryObserver<Element>?
    /// The failure to get an observer; nil where there is one.
    private var failure: (any Error)?
    private lazy var meaning = request.meaning
    /// Read with the results, and notified where the observer that gives them changes. The registrar of the place,
    /// where there is one.
    private var token = ResultsToken()
    private var retry = QueryRetry()
    /// The place in a user interface; nil outside of one.
    private var knownPlace: PropertyPlace?

    nonisolated init(_ request: QueryRequest<Element>, _ transaction: QueryTransaction? = nil) {
        (self.request, self.transaction) = (request, transaction)
    }

    /// The context: that of an adapter, else that of the task, else that of the program, else the one that was used last.
    var context: ModelContext? {
        token.access()
        return givenContext ?? ModelContext.current ?? ModelContainer.default?.mainContext ?? observer?.context
    }

    /// Takes the context of an adapter; nil for none.
    func use(_ context: ModelContext?) {
        guard givenContext !== context else { return }
        givenContext = context
        token.notify()
    }

    /// Takes over the observer of another query value with the same request, such as that of a view before it was rebuilt.
    func adopt(_ previous: QueryBox<Element>) {
        guard previous !== self, observer == nil, let meaning, meaning == previous.meaning else { return }
        (observer, givenContext) = (previous.observer, givenContext ?? previous.givenContext)
        retry = previous.retry
    }

    // MARK: In a user interface

    /// The place in a user interface.
    var place: PropertyPlace {
        if let knownPlace { return knownPlace }
        let place = PropertyPlace { [weak self] in self?.noteDependencies() }
        knownPlace = place
        return place
    }

    /// Takes over the place and the observer of the query value that it replaces in a user interface.
    func replace(_ previous: QueryBox<Element>) {
        guard previous !== self else { return }
        adopt(previous)
        // The place goes on following this token, also where it need not follow another one.
        token = previous.token
        knownPlace = previous.place
        place.take { [weak self] in self?.noteDependencies() }
    }

    /// Takes the context of the environment in which the view is about to be drawn, and finds the results in it.
    func enter(_ context: ModelContext?) {
        let isOther = givenContext !== context
        let former = observer
        use(context)
        _ = current()
        // The drawing shows the change, and need not be done again. A new observer is followed already.
        if isOther, observer == nil || observer === former { knownPlace?.follow() }
    }

    /// Reads the properties that the results depend on, without a search for the context: drawing does that.
    private func noteDependencies() {
        token.access()
        if givenContext == nil { _ = ModelContainer.default }
        _ = observer?.models
    }

    // MARK: The results

    var models: [Element] { current().map { tryAgainLater($0, $0.models) } ?? [] }
    var sections: SectionedResults<Element, String> { current().map { tryAgainLater($0, $0.sections) } ?? .empty }

    /// The newest failure; nil where the results are current.
    var error: (any Error)? {
        guard let observer = current() else { return failure }
        return tryAgainLater(observer, observer.failure)
    }

    /// Returns results, and lets them be read again later where the fetch of them has failed.
    private func tryAgainLater<Results>(_ observer: QueryObserver<Element>, _ results: Results) -> Results {
        if let failure = observer.knownFailure { retry.notifyLater(of: failure, token) } else { retry.reset() }
        return results
    }

    /// The observer in the context of now; nil where there is no context, or its first fetch fails: the models of another
    /// context are not this one's.
    private func current() -> QueryObserver<Element>? {
        guard let context else {
            let error = QueryError.noContext(entityName: Element._$modelLayout.entityName)
            failure = error
            QueryLog.shared.note(error)
            return nil
        }
        if let observer, observer.context === context {
            failure = nil
            return observer
        }
        do {
            let new = try QuerySharing.shared.observer(of: request, meaning, in: context)
            (observer, failure) = (new, nil)
            knownPlace?.follow()
            return new
        } catch {
            failure = error
            observer = nil
            // No observer looks for changes now.
            retry.notifyLater(of: error, token)
            return nil
        }
    }
}

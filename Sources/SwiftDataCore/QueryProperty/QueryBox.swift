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
    /// Read with the results, and told where the observer that gives them changes.
    private let token = ResultsToken()
    private var retry = QueryRetry()
    /// The place in a user interface.
    private(set) lazy var place = PropertyPlace { [weak self] in self?.noteRead() }

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
        token.tell()
    }

    /// Takes over the observer of another query value with the same request, such as that of a view before it was rebuilt.
    func adopt(_ previous: QueryBox<Element>) {
        guard previous !== self, observer == nil, let meaning, meaning == previous.meaning else { return }
        (observer, givenContext) = (previous.observer, givenContext ?? previous.givenContext)
    }

    /// Takes over the place and the observer of the query value that it replaces in a user interface.
    func replace(_ previous: QueryBox<Element>, in context: ModelContext?) {
        adopt(previous)
        use(context)
        guard previous !== self else { return }
        place = previous.place
        let isSame = observer != nil && observer === previous.observer && observer?.context === self.context
        place.follow(isSame: isSame) { [weak self] in self?.noteRead() }
    }

    var models: [Element] { current()?.models ?? [] }
    var sections: SectionedResults<Element, String> { current()?.sections ?? .empty }

    /// Reads what changes of are told to Observation: the results, and the context that they are of.
    func noteRead() { _ = current()?.models }

    /// The newest failure; nil where the results are current.
    var error: (any Error)? {
        let observer = current()
        return failure ?? observer?.failure
    }

    /// The observer in the context of now; nil where there is no context, or its first fetch fails: the models of another
    /// context are not this one's.
    private func current() -> QueryObserver<Element>? {
        guard let context else {
            failure = QueryError.noContext(entityName: Element._$modelLayout.entityName)
            let kind = "\(Element._$modelLayout.entityName): a query has no context."
            log.limited(.error, kind, "\(kind) \(QueryError.advice)")
            return nil
        }
        if let observer, observer.context === context {
            failure = nil
            return observer
        }
        do {
            let new = try QuerySharing.shared.observer(of: request, meaning, in: context)
            (observer, failure, retry) = (new, nil, QueryRetry())
            return new
        } catch {
            failure = error
            observer = nil
            // No observer looks for changes now.
            let token = token
            retry.tellLater { token.tell() }
            return nil
        }
    }
}

import Observation

/// The state of a query, which the copies of its value share.
@MainActor
package final class QueryBox<Element: PersistentModel> {
    nonisolated let request: QueryRequest<Element>
    /// The context that an adapter for a user interface has set.
    var givenContext: ModelContext?
    package private(set) var observer: QueryObserver<Element>?
    /// The failure to get an observer; nil where there is one.
    private var failure: (any Error)?

    nonisolated init(_ request: QueryRequest<Element>) { self.request = request }

    /// The context: that of an adapter, else that of the task, else that of the program, else the one that was used last.
    var context: ModelContext? {
        givenContext ?? ModelContext.current ?? ModelContainer.default?.mainContext ?? observer?.context
    }

    /// Takes over the observer of another query value with the same request, such as that of a view before it was rebuilt.
    func adopt(_ previous: QueryBox<Element>) {
        guard previous !== self, observer == nil, request == previous.request else { return }
        (observer, givenContext) = (previous.observer, givenContext ?? previous.givenContext)
    }

    var models: [Element] { current()?.models ?? [] }
    var sections: SectionedResults<Element, String> { current()?.sections ?? .empty }

    /// The newest failure; nil where the results are current.
    var error: (any Error)? {
        let observer = current()
        return failure ?? observer?.failure
    }

    /// The observer in the context of now. Where the first fetch in another context fails, the former one stays.
    private func current() -> QueryObserver<Element>? {
        guard let context else {
            failure = QueryError.noContext(entityName: Element._$modelLayout.entityName)
            let kind = "\(Element._$modelLayout.entityName): a query has no context."
            log.limited(.error, kind, "\(kind) \(QueryError.advice)")
            return nil
        }
        if failure == nil, let observer, observer.context === context { return observer }
        do {
            observer = try QuerySharing.shared.observer(of: request, in: context)
            failure = nil
        } catch {
            failure = error
        }
        return observer
    }
}

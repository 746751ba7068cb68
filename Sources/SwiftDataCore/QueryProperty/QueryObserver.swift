/// The live results of a query in one context, which queries with equal descriptors share.
@MainActor
package final class QueryObserver<Element: PersistentModel> {
    private enum Results {
        case plain(ResultsObserver<Element, Never>)
        case sectioned(ResultsObserver<Element, String>)
    }

    let context: ModelContext
    private let results: Results

    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method``.
    init(_ request: QueryRequest<Element>, in context: ModelContext) throws {
        self.context = context
        results =
            if let grouping = request.grouping {
                .sectioned(try ResultsObserver(request.descriptor, grouping, context, MainActor.shared))
            } else {
                .plain(try ResultsObserver(request.descriptor, nil, context, MainActor.shared))
            }
    }

    var models: [Element] {
        switch results {
        case .plain(let observer): observer.array
        case .sectioned(let observer): observer.array
        }
    }

    /// The sections; empty where nothing groups the models.
    var sections: SectionedResults<Element, String> {
        switch results {
        case .plain: .empty
        case .sectioned(let observer): observer.sections ?? .empty
        }
    }

    /// The failure of the newest fetch so far; nil where it has succeeded. Reading it fetches nothing.
    var knownFailure: (any Error)? {
        switch results {
        case .plain(let observer): observer.live.failure
        case .sectioned(let observer): observer.live.failure
        }
    }

    /// The failure of the newest fetch; nil where it has succeeded.
    var failure: (any Error)? {
        switch results {
        case .plain(let observer): observer.failure
        case .sectioned(let observer): observer.failure
        }
    }
}

extension SectionedResults where SectionTitle == String {
    static var empty: Self { SectionedResults([], titles: []) }
}

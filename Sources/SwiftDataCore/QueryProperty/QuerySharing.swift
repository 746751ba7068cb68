/// The observers of all queries, held weakly: queries with equal descriptors in one context have one.
@MainActor
package final class QuerySharing {
    package static let shared = QuerySharing()

    private struct Key: Hashable {
        let context: ObjectIdentifier
        let meaning: QueryMeaning
    }

    private struct Entry {
        weak let observer: AnyObject?
    }

    private var entries: [Key: Entry] = [:]
    private var schedule = SweepSchedule()
    /// The keeper of the closure that is being evaluated, which holds the observers of its queries.
    private var keeper: QueryKeeper?

    /// Runs a closure. A keeper holds the observers that its queries find.
    func keeping<Result>(by keeper: QueryKeeper, _ body: () throws -> Result) rethrows -> Result {
        let outer = exchange(&self.keeper, with: keeper)
        defer { self.keeper = outer }
        return try body()
    }

    /// The observer of a request: one that a query has, or a new one.
    /// - Parameter meaning: The meaning of the request; nil where it cannot be compared, so that nothing is shared.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method``.
    func observer<Element>(
        of request: QueryRequest<Element>,
        _ meaning: QueryMeaning?,
        in context: ModelContext
    ) throws -> QueryObserver<Element> {
        let observer = try sharedObserver(of: request, meaning, in: context)
        keeper?.keep(observer)
        return observer
    }

    private func sharedObserver<Element>(
        of request: QueryRequest<Element>,
        _ meaning: QueryMeaning?,
        in context: ModelContext
    ) throws -> QueryObserver<Element> {
        guard let meaning else { return try QueryObserver(request, in: context) }
        // A living observer holds its context and the captured values of its condition, so that nothing else has their
        // addresses.
        let key = Key(context: ObjectIdentifier(context.unit), meaning: meaning)
        if let observer = entries[key]?.observer as? QueryObserver<Element> { return observer }
        let observer = try QueryObserver(request, in: context)
        if schedule.isDue(count) {
            entries = entries.filter { $0.value.observer != nil }
            schedule.swept(count)
        }
        entries[key] = Entry(observer: observer)
        return observer
    }

    /// The number of observers in the list, among them the ones that have ended since the last sweep.
    package var count: Int { entries.count }
}

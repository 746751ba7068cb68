/// The observers of all queries, held weakly: queries with equal descriptors in one context have one.
@MainActor
package final class QuerySharing {
    package static let shared = QuerySharing()

    private struct Key: Hashable {
        let context: ObjectIdentifier
        let model: ObjectIdentifier
    }

    private struct Entry {
        weak var observer: AnyObject?
        /// A `QueryRequest` of the key's class of models.
        let request: Any
    }

    private var entries: [Key: [Entry]] = [:]
    private var schedule = SweepSchedule()

    /// The observer of a request: one that a query has, or a new one.
    /// - Throws: As ``ModelContext/fetch(_:)-swift.method``.
    func observer<Element>(
        of request: QueryRequest<Element>,
        in context: ModelContext
    ) throws -> QueryObserver<Element> {
        // An observer holds its context, so that no other context has the key of a living one.
        let key = Key(context: ObjectIdentifier(context.unit), model: ObjectIdentifier(Element.self))
        for entry in entries[key, default: []] {
            guard let observer = entry.observer as? QueryObserver<Element>,
                let known = entry.request as? QueryRequest<Element>, known == request
            else { continue }
            return observer
        }
        let observer = try QueryObserver(request, in: context)
        sweep()
        entries[key, default: []].append(Entry(observer: observer, request: request))
        return observer
    }

    /// The number of observers that are kept in mind, among them those that have ended since the last sweep.
    package var count: Int { entries.values.reduce(0) { $0 + $1.count } }

    private func sweep() {
        guard schedule.isDue(count) else { return }
        entries = entries.mapValues { $0.filter { $0.observer != nil } }.filter { !$0.value.isEmpty }
        schedule.swept(count)
    }
}

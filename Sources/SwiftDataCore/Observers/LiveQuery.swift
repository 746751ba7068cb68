import Foundation

/// The descriptor of an observer, analysed: which changes matter, and how its results are kept current.
struct LiveQuery<Element: PersistentModel> {
    /// The way in which results follow changes.
    enum Upkeep {
        /// One model at a time, each tested and put in its place.
        case patching
        /// A fetch, where a changed model is or will be among the results.
        case fetchingForMatches
        /// A fetch after any change of a property that the query reads.
        case fetchingForReads
    }

    let upkeep: Upkeep
    let reads: QueryReads
    /// The slots that decide where a result stands.
    let placingSlots: SlotSet
    /// The slots that decide whether a model is a result.
    let decidingSlots: SlotSet
    let equality: QueryEquality?
    let order: QueryOrder
    /// True if unsaved changes take part.
    let includesPending: Bool
    private let condition: QueryNode?
    /// The tests of changed models, which are shared with observers of the same condition.
    private(set) var sharedTests: SharedTests?
    /// The places of models, which are shared with observers of the same order; nil where models are not put in place.
    private(set) var sharedOrder: SharedOrder?

    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor``.
    init(_ descriptor: FetchDescriptor<Element>, section: QueryNode?, schema: Schema) throws {
        let layout = Element._$modelLayout
        condition = descriptor.query
        order = QueryOrder(try descriptor.sortKeys())
        includesPending = descriptor.includePendingChanges
        var reads = QueryReads()
        var placing = QueryReads()
        for node in order.keys.map(\.key) + [section].compactMap({ $0 }) { placing.add(node, from: layout, in: schema) }
        for node in order.keys.map(\.key) + [section, condition].compactMap({ $0 }) {
            reads.add(node, from: layout, in: schema)
        }
        self.reads = reads
        placingSlots = placing.own
        var deciding = QueryReads()
        if let condition { deciding.add(condition, from: layout, in: schema) }
        decidingSlots = deciding.own
        let follows =
            reads.isUnbounded || condition?.followsRelationships == true
            || order.keys.contains { $0.key.followsRelationships } || section?.followsRelationships == true
        if follows || (descriptor.fetchOffset ?? 0) > 0 {
            upkeep = .fetchingForReads
        } else if descriptor.fetchLimit != nil || !includesPending
            || order.keys.contains(where: { $0.comparison == .custom })
        {
            upkeep = .fetchingForMatches
        } else {
            upkeep = .patching
        }
        equality = follows ? nil : condition.flatMap { QueryEquality(in: $0, of: layout) }
    }

    /// Shares the work on changed models with the other observers of a context.
    mutating func share(_ section: QueryNode?, _ registry: ObserverRegistry, _ unit: UnitOfWork) {
        guard upkeep != .fetchingForReads else { return }
        let nodes = [condition].compactMap { $0 }
        sharedTests = registry.tests(SharedMeaning(nodes, nodes, of: Element.self, flag: includesPending)) {
            SharedTests(condition, includesPending: includesPending)
        }
        guard upkeep == .patching else { return }
        let keys = order.keys
        sharedOrder = registry.order(SharedMeaning(keys.map(\.key), keys, of: Element.self, flag: section != nil)) {
            SharedOrder(
                ResultPlacing(order: order, unit: unit),
                section: section,
                slots: placingSlots,
                of: Element._$modelLayout
            )
        }
    }

    /// The changes that matter.
    func watch(of layout: ModelLayout) -> ObserverWatch {
        guard upkeep == .fetchingForReads else {
            return ObserverWatch(
                kind: includesPending ? .results : .storedResults,
                slots: reads.own,
                // An unsaved value says nothing of the row.
                equality: includesPending ? equality : nil,
                includesPending: includesPending
            )
        }
        var classes = reads.others
        if classes[ObjectIdentifier(layout)] == nil { classes[ObjectIdentifier(layout)] = (layout, SlotSet()) }
        return ObserverWatch(
            kind: .reads,
            slots: reads.own,
            classes: Array(classes.values),
            isUnbounded: reads.isUnbounded,
            includesPending: includesPending
        )
    }
}

import Foundation
import OrderedCollections

/// Joins the rows of the store with the unsaved changes of a context.
struct PendingMerge<T: PersistentModel> {
    private let descriptor: FetchDescriptor<T>
    private let unit: UnitOfWork
    private let store: any StoreAccess
    private let matcher: ModelMatcher<T>?
    private let order: ModelOrder<T>
    /// The properties that the condition and the order read.
    private let reads: QueryReads

    init(_ descriptor: FetchDescriptor<T>, unit: UnitOfWork, store: any StoreAccess) throws {
        self.descriptor = descriptor
        self.unit = unit
        self.store = store
        matcher = try descriptor.predicate.map { try ModelMatcher($0) }
        order = try ModelOrder(descriptor.sortBy)
        var reads = QueryReads()
        for node in order.order.keys.map(\.key) + [matcher?.node].compactMap({ $0 }) {
            reads.add(node, from: T._$modelLayout, in: unit.core.schema)
        }
        self.reads = reads
    }

    private var followsRelationships: Bool { matcher?.followsRelationships == true || order.followsRelationships }

    func results() throws -> [T] {
        if followsRelationships { return try descriptor.page(everything()) }
        let touched = relevant()
        // A fault with an edit of the other side of a relationship may turn out to have no row.
        for model in touched { model._$modelState.reading.readIfUnread() }
        var asked = descriptor
        asked.fetchOffset = nil
        asked.fetchLimit = descriptor.fetchLimit.map { limit in
            // Of the stored rows, no more than the touched and the deleted ones can drop out. New models have none.
            let touchedRows = touched.count { $0._$modelState.phase != .inserted }
            let mostDropped = touchedRows + unit.pending.deleted(of: T._$modelLayout).count
            let (wanted, overflow) = max(limit, 0).addingReportingOverflow(
                max(descriptor.fetchOffset ?? 0, 0) + mostDropped
            )
            return overflow ? Int.max : wanted
        }
        // First, since a row may bring values that another writer has saved.
        let rows = try unit.fetching.fetchStored(asked, from: store)
        let matching = touched.filter { isMatch($0) }
        let matchingSet = Set(matching.map { ObjectIdentifier($0) })
        let dropped = Set(touched.map { ObjectIdentifier($0) }).subtracting(matchingSet)
        let stored = rows.filter { $0._$modelState.phase != .deleted && !dropped.contains(ObjectIdentifier($0)) }
        let there = Set(stored.map { ObjectIdentifier($0) }).intersection(matchingSet)
        let others = matching.filter { !there.contains(ObjectIdentifier($0)) }
        return descriptor.page(merge(stored, others, isMoved: !there.isEmpty))
    }

    /// The changed and inserted models that can be among the results or leave them, and whose place may be another one.
    /// Edits of properties that neither the condition nor the order reads change nothing.
    private func relevant() -> [T] {
        let layout = T._$modelLayout
        let changed =
            reads.isUnbounded
            ? unit.pending.changed(of: layout) : unit.pending.changed(of: layout, written: reads.own)
        return (changed + unit.pending.inserted(of: layout)).compactMap { $0.model as? T }
    }

    /// Puts models where they belong among sorted ones. Where the store keeps the order of rows, models with equal keys
    /// come in that order, and unsaved ones after them: a model that is merely touched stays where it is, and a save
    /// moves nothing.
    private func merge(_ stored: [T], _ others: [T], isMoved: Bool) -> [T] {
        guard !others.isEmpty || isMoved else { return stored }
        let placing = ResultPlacing(order: order.order, unit: unit)
        if order.isEmpty {
            let rows = (stored + others).map(\._$modelState)
            guard store.facts.contains(.keepsRowOrder),
                !zip(rows, rows.dropFirst()).allSatisfy({ placing.precedesByRow($0, $1) }),
                zip(rows.prefix(stored.count), rows.prefix(stored.count).dropFirst())
                    .allSatisfy({ placing.precedesByRow($0, $1) })
            else { return stored + others }
        }
        guard store.facts.contains(.keepsRowOrder) else { return order.sort(stored + others) }
        let keyed = (stored + others).map { (model: $0, key: placing.key($0)) }
        return keyed.sorted { placing.precedes($0.key, $1.key) }.map(\.model)
    }

    /// If the condition or the order follows relationships, any change anywhere may matter: everything is tested in
    /// memory.
    private func everything() throws -> [T] {
        var all = FetchDescriptor<T>()
        all.relationshipKeyPathsForPrefetching = descriptor.relationshipKeyPathsForPrefetching
        var models = try unit.fetching.fetchStored(all, from: store)
        models.append(contentsOf: unit.pending.inserted.values.compactMap { $0.model as? T })
        models.removeAll { !isMatch($0) }
        return order.sort(models)
    }

    private func isMatch(_ model: T) -> Bool {
        // A fault with an edit of the other side of a relationship may turn out to have no row.
        model._$modelState.reading.readIfUnread()
        let phase = model._$modelState.phase
        guard phase == .inserted || phase == .registered else { return false }
        guard let matcher else { return true }
        unit.counts.pendingTests += 1
        return matcher(model)
    }

    /// A merge, unless no unsaved change of the context can have an effect on the fetch.
    static func ifNeeded(_ descriptor: FetchDescriptor<T>, unit: UnitOfWork, store: any StoreAccess) throws -> Self? {
        guard descriptor.includePendingChanges,
            !unit.pending.isEmpty
        else { return nil }
        let merge = try PendingMerge(descriptor, unit: unit, store: store)
        if merge.followsRelationships || !unit.pending.deleted(of: T._$modelLayout).isEmpty { return merge }
        return merge.relevant().isEmpty ? nil : merge
    }
}

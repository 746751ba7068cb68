/// A walk over all rows of a class in the order of their keys, a part at a time.
///
/// A walk without a filter and an order needs no list of identifiers made first: keys are not handed out again, so the
/// rows at the start of the walk have keys up to the greatest one. A row that is deleted meanwhile is left out, and one
/// that is added is not met, as with a list.
final class RowWalk {
    private let unit: UnitOfWork
    private let store: any BatchStore
    private let layout: ModelLayout
    /// The least key that has not been looked at; nil at the end.
    private var next: Int64?
    private let last: Int64

    private init?(_ layout: ModelLayout, _ store: any BatchStore, _ unit: UnitOfWork) throws {
        guard let last = try store.lastKey(of: layout) else { return nil }
        (self.unit, self.store, self.layout, self.last) = (unit, store, layout, last)
        next = .min
    }

    /// The next models; nil after the last.
    /// - Throws: ``StoreError`` when a row cannot be read.
    func next<T: PersistentModel>(_ count: Int) throws -> [T]? {
        guard let first = next, first <= last else { return nil }
        unit.cascades.followCascades()
        let rows = try store.rows(of: layout, in: first...last, limit: count)
        let key = rows.identifiers.keys.last ?? last
        next = rows.count == count && key < last ? key + 1 : nil
        if rows.count == 0 { return nil }
        let batch = FaultBatch(rows.identifiers)
        // Models that are in memory stay as they are.
        let models: [T] = try unit.making.models(consume rows, batch: batch, refreshes: false)
        if unit.core.hasFetchHooks { FetchHooks.run(models) }
        return models
    }

    /// A walk over the rows that a descriptor describes; nil where it asks for more than all rows, or where there are
    /// models besides the rows.
    static func ifPossible<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, unit: UnitOfWork) throws -> RowWalk? {
        guard descriptor.predicate == nil, descriptor.sortBy.isEmpty, descriptor.fetchLimit == nil,
            descriptor.fetchOffset == nil
        else { return nil }
        // A class without `@Model` has the layout of its superclass, whose rows are not of it.
        guard T._$modelLayout.modelType == T.self else { return nil }
        unit.receiving.receive()
        unit.cascades.followCascades()
        let store = try unit.core.store(for: T.self)
        guard let walked = store.walked, try PendingMerge.ifNeeded(descriptor, unit: unit, store: store) == nil else {
            return nil
        }
        return try RowWalk(T._$modelLayout, walked, unit)
    }
}

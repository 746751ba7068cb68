/// A fetch that is evaluated in memory, on rows that a custom store holds.
///
/// An addition to Apple's API, for authors of stores: where your store has no query language of its own, or cannot
/// express a part of a query in it, this selects, sorts and pages the rows as the default store does.
///
/// ```swift
/// func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
///     let rows = try SnapshotQuery(request.descriptor).results(from: rows(of: T.self)) { rowsByIdentifier[$0] }
///     return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: rows, relatedSnapshots: [:])
/// }
/// ```
public struct SnapshotQuery: Sendable {
    /// The condition, or nil for every row.
    public let filter: QueryNode?
    /// The order, most significant first.
    public let order: [QuerySort]
    /// The maximum number of rows, or nil for no limit.
    public let limit: Int?
    /// The number of rows to skip.
    public let offset: Int

    /// Takes a fetch from its parts, for instance from a condition that was decoded.
    public init(filter: QueryNode?, order: [QuerySort] = [], limit: Int? = nil, offset: Int? = nil) {
        self.filter = filter
        self.order = order
        self.limit = limit.map { max($0, 0) }
        self.offset = max(offset ?? 0, 0)
    }

    /// Takes a fetch from a descriptor.
    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` where a descriptor sorts by something that is not stored.
    public init<T>(_ descriptor: FetchDescriptor<T>) throws {
        self.init(
            filter: descriptor.query,
            order: try descriptor.sortKeys(),
            limit: descriptor.fetchLimit,
            offset: descriptor.fetchOffset
        )
    }

    /// The rows that match, sorted, and of these the page that was asked for.
    ///
    /// A row for which the evaluation of the condition fails, as by an overflow, does not match; the log has a notice
    /// once.
    /// - Parameters:
    ///   - rows: The rows of the entity that was asked for, and of its subentities.
    ///   - related: Gives the row of an identifier, for conditions that follow relationships; nil where there is none.
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` and ``DataStoreError/preferInMemorySort`` for a condition or
    ///   an order that depends on more than stored values, such as a computed property: rethrow it, and the context
    ///   does the work. The errors of `related`.
    public func results(
        from rows: [DefaultSnapshot],
        related: (PersistentIdentifier) throws -> DefaultSnapshot? = { _ in nil }
    ) throws -> [DefaultSnapshot] {
        if filter?.needsModels == true { throw DataStoreError.preferInMemoryFilter }
        if order.contains(where: { $0.comparison == .custom && $0.customOrder == nil }) {
            throw DataStoreError.preferInMemorySort
        }
        return try withoutActuallyEscaping(related) { related in
            let lookup = RelatedSnapshots(related)
            let chosen = try matching(rows.map { StoredRow(snapshot: $0, related: lookup) }, lookup)
            let sorted = QueryOrder(order).sort(chosen) { $0 }
            if let failure = lookup.failure { throw failure }
            let start = min(offset, sorted.count)
            let end = limit.map { min($0, sorted.count - start) + start } ?? sorted.count
            return sorted[start..<end].map(\.snapshot)
        }
    }

    private func matching(_ rows: [StoredRow], _ related: RelatedSnapshots) throws -> [StoredRow] {
        guard let filter else { return rows }
        var evaluator = QueryEvaluator(filter)
        let chosen = rows.filter { evaluator.matches($0) }
        if let failure = related.failure { throw failure }
        if let failure = evaluator.firstFailure {
            let kind = "Rows do not match because the evaluation of a condition failed"
            log.limited(.notice, kind, "\(kind): \(failure).")
        }
        return chosen
    }
}

/// The source of the rows of other identifiers during one evaluation, with the first error of its reads.
private final class RelatedSnapshots {
    private let find: (PersistentIdentifier) throws -> DefaultSnapshot?
    private(set) var failure: (any Error)?

    init(_ find: @escaping (PersistentIdentifier) throws -> DefaultSnapshot?) {
        self.find = find
    }

    func row(_ identifier: PersistentIdentifier) throws -> StoredRow? {
        do {
            return try find(identifier).map { StoredRow(snapshot: $0, related: self) }
        } catch {
            if failure == nil { failure = error }
            throw error
        }
    }
}

/// A row of a custom store, as a query sees it.
private struct StoredRow: QueryRow {
    let snapshot: DefaultSnapshot
    let related: RelatedSnapshots

    var identifier: PersistentIdentifier { snapshot.persistentIdentifier }
    var layout: ModelLayout { snapshot.layout }

    func value(slot: Int) throws -> StoredValue { snapshot.values[slot] }

    func destination(slot: Int) throws -> (any QueryRow)? {
        guard case .identifier(let identifier) = snapshot.values[slot] else { return nil }
        return try related.row(identifier)
    }

    func destinations(slot: Int) throws -> [any QueryRow] {
        guard case .identifiers(let identifiers) = snapshot.values[slot] else { return [] }
        return try identifiers.compactMap { try related.row($0) }
    }
}

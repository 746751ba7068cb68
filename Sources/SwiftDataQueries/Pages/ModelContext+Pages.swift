public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// Fetches a page of models: those that follow a position, or come before it.
    ///
    /// An addition to Apple's API. The models are those of a fetch, sorted by its sort descriptors and then by
    /// identifier. A position is told by the sort keys of a model and not by a number of rows: models that are inserted
    /// or deleted meanwhile move no model to another page, and a page far behind costs as much as the first one.
    ///
    /// ```swift
    /// let first = try context.page(of: descriptor, limit: 50)
    /// let second = try context.page(of: descriptor, after: first.next, limit: 50)
    /// ```
    ///
    /// Pages are of saved rows: unsaved changes of the context have no effect on them. The descriptor's `fetchLimit`,
    /// `fetchOffset` and `includePendingChanges` have none either.
    ///
    /// - Parameters:
    ///   - descriptor: The condition and the order. An order by a type's own `<` is not possible.
    ///   - after: The position before the page; nil for the first page.
    ///   - limit: The number of models at most.
    ///   - signature: The signature of cursors; nil for none.
    /// - Throws: ``PageError``, and the errors of `fetch(_:)`.
    public func page<Model: PersistentModel>(
        of descriptor: FetchDescriptor<Model>,
        after: PageCursor? = nil,
        limit: Int,
        signature: PageSignature? = nil
    ) throws -> ModelPage<Model> {
        try page(of: descriptor, after, isAfter: true, limit, signature)
    }

    /// Fetches the page of models that come right before a position. See ``page(of:after:limit:signature:)``.
    /// - Parameters:
    ///   - descriptor: The condition and the order.
    ///   - before: The position behind the page.
    ///   - limit: The number of models at most.
    ///   - signature: The signature of cursors; nil for none.
    /// - Throws: ``PageError``, and the errors of `fetch(_:)`.
    public func page<Model: PersistentModel>(
        of descriptor: FetchDescriptor<Model>,
        before: PageCursor,
        limit: Int,
        signature: PageSignature? = nil
    ) throws -> ModelPage<Model> {
        try page(of: descriptor, before, isAfter: false, limit, signature)
    }

    private func page<Model: PersistentModel>(
        of descriptor: FetchDescriptor<Model>,
        _ cursor: PageCursor?,
        isAfter: Bool,
        _ limit: Int,
        _ signature: PageSignature?
    ) throws -> ModelPage<Model> {
        let order = try PageOrder(descriptor)
        let limit = max(limit, 0)
        var asked = descriptor
        asked.includePendingChanges = false
        asked.fetchOffset = nil
        // One more than is wanted tells if there are more.
        asked.fetchLimit = limit == Int.max ? limit : limit + 1
        asked.sortBy.append(SortDescriptor(\Model.persistentModelID))
        if !isAfter { for index in asked.sortBy.indices { asked.sortBy[index].order.reverse() } }
        if let cursor {
            let condition = try order.condition(try cursor.position(signature), isAfter: isAfter).predicate(
                of: Model.self
            )
            asked.predicate = asked.predicate.map { Predicate(all: [$0, condition]) } ?? condition
        }
        var models = try fetch(asked)
        let hasMore = models.count > limit
        if hasMore { models.removeLast() }
        if !isAfter { models.reverse() }
        func position(of model: Model?) throws -> PageCursor? {
            try model.map { try PageCursor(order.position(of: saved($0)), signature) }
        }
        let (hasNext, hasPrevious) = isAfter ? (hasMore, cursor != nil) : (true, hasMore)
        return ModelPage(
            models: models,
            next: hasNext ? try position(of: models.last) : nil,
            previous: hasPrevious ? try position(of: models.first) : nil
        )
    }

    /// A model with the values of its row: another context reads it where this one has unsaved changes of it.
    private func saved<Model: PersistentModel>(_ model: Model) -> Model {
        guard model.hasChanges else { return model }
        return ModelContext(container).model(for: model.persistentModelID) as? Model ?? model
    }
}

extension SortOrder {
    fileprivate mutating func reverse() { self = self == .forward ? .reverse : .forward }
}

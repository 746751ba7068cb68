public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// Fetches a page of models: the models that follow a position, or come before it.
    ///
    /// An addition to Apple's API. The models are fetched, and sorted by its sort descriptors and then by identifier. A
    /// position is given by the sort keys of a model and not by a number of rows: models that are inserted or deleted
    /// meanwhile move no model to another page, and a page far behind costs as much as the first one.
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
        // One row more than needed shows if there are more.
        asked.fetchLimit = limit == Int.max ? limit : limit + 1
        asked.sortBy.append(SortDescriptor(\Model.persistentModelID))
        if !isAfter { for index in asked.sortBy.indices { asked.sortBy[index].order.reverse() } }
        let start = try cursor?.position(signature)
        if let start, start.store != unit.core.store(forEntity: Model._$modelLayout.entityName)?.storeIdentifier {
            throw PageError(code: .invalidCursor, entityName: Model._$modelLayout.entityName)
        }
        if let start { asked.predicate = try order.predicate(descriptor, start, isAfter: isAfter) }
        var models = try fetch(asked)
        let hasMore = models.count > limit
        if hasMore { models.removeLast() }
        if !isAfter { models.reverse() }
        // An empty page has one position on both sides.
        let next = try models.last.map { try order.position(of: saved($0), isBehind: true) } ?? start
        let previous = try models.first.map { try order.position(of: saved($0), isBehind: false) } ?? start
        func makeCursor(_ position: PagePosition?, isAfter side: Bool) throws -> PageCursor? {
            guard let position else { return nil }
            // The first page has nothing before it.
            let isThere =
                try side == isAfter ? hasMore : start != nil && isAnything(of: descriptor, position, order, side)
            return isThere ? try PageCursor(position, signature) : nil
        }
        return ModelPage(
            models: models,
            next: try makeCursor(next, isAfter: true),
            previous: try makeCursor(previous, isAfter: false)
        )
    }

    /// True if there is a model on one side of a position.
    private func isAnything<Model: PersistentModel>(
        of descriptor: FetchDescriptor<Model>,
        _ position: PagePosition,
        _ order: PageOrder<Model>,
        _ isAfter: Bool
    ) throws -> Bool {
        var asked = FetchDescriptor(predicate: try order.predicate(descriptor, position, isAfter: isAfter))
        asked.includePendingChanges = false
        asked.fetchLimit = 1
        return try !fetchIdentifiers(asked).isEmpty
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

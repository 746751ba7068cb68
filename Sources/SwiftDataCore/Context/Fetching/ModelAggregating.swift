package import Foundation

/// Computes aggregates: in the store where it can, otherwise by the models.
///
/// Changes: nothing itself. The saves of other writers are received first, and the cascades of deleted models are
/// followed. Asks: the stores, ``PendingChanges``, ``ModelFetching``.
package struct ModelAggregating {
    let unit: UnitOfWork

    /// The number of models with unsaved changes that a statement leaves out at most. Beyond that, memory decides.
    private static let mostExcluded = 100

    /// Answers a question about all models that match a condition.
    ///
    /// The rows of the store and the models are parts of the answer: the models are the dirty ones, or all models where
    /// the store cannot answer.
    /// - Parameters:
    ///   - request: The question to the store, without the condition; nil where only models can answer it.
    ///   - answer: Puts the parts together; nil where rows of the store do not make an answer. It is called again then,
    ///     with all models and no rows.
    package func answer<T: PersistentModel, Answer>(
        of type: T.Type,
        where predicate: Predicate<T>?,
        includesPendingChanges: Bool,
        _ request: AggregateRequest?,
        _ answer: (_ rows: [AggregateRow], _ models: [T]) throws -> Answer?
    ) throws -> Answer {
        try measured(type) {
            unit.receiving.receive()
            unit.cascades.followCascades()
            defer {
                unit.conflicts.announce()
                unit.failures.announce()
            }
            if var request {
                request.condition = predicate.map { QueryNode($0) }
                if let found = try stored(type, includesPendingChanges, request, answer) { return found }
            }
            var descriptor = FetchDescriptor<T>(predicate: predicate)
            descriptor.includePendingChanges = includesPendingChanges
            // Models in memory have unsaved values. Those of another context have the values of their rows.
            let other = includesPendingChanges || unit.pending.isEmpty ? nil : ModelContext(unit.core.container())
            let reader = other?.unit ?? unit
            let found = try reader.failures.withoutStandIns {
                try answer([], try reader.fetching.fetch(descriptor))
            }
            guard let found else { throw DataStoreError.unsupportedFeature }
            return found
        }
    }

    private func measured<T: PersistentModel, Answer>(_ type: T.Type, _ answer: () throws -> Answer) throws -> Answer {
        try unit.exclusively {
            try unit.core.measuring.measure(.aggregate, T._$modelLayout.entityName, rowCount: { _ in 0 }, answer)
        }
    }

    /// The answer by way of the store; nil where only models can give it.
    private func stored<T: PersistentModel, Answer>(
        _ type: T.Type,
        _ includesPendingChanges: Bool,
        _ request: AggregateRequest,
        _ answer: (_ rows: [AggregateRow], _ models: [T]) throws -> Answer?
    ) throws -> Answer? {
        let store = try unit.core.store(for: T.self)
        guard includesPendingChanges, !unit.pending.isEmpty else {
            return try store.aggregate(request, unit.editing).flatMap { try answer($0, []) }
        }
        guard let touched = touched(type, request) else { return nil }
        let condition = request.condition
        var request = request
        if !touched.excluded.isEmpty {
            guard touched.excluded.count <= Self.mostExcluded else { return nil }
            let identifiers = touched.excluded.map { QueryValue(.identifier($0)) }
            let others = QueryNode.logic(
                .not(.collection(.contains(.list(identifiers), element: .identifier(.root))))
            )
            request.condition = request.condition.map { .logic(.and([$0, others])) } ?? others
        }
        return try unit.failures.withoutStandIns {
            // First, since reading a model may bring values that another writer has saved.
            for model in touched.models { model._$modelState.reading.readIfUnread() }
            guard let rows = try store.aggregate(request, unit.editing) else { return nil }
            return try answer(rows, try matching(touched.models, condition))
        }
    }

    /// The models that a condition lets through.
    private func matching<T: PersistentModel>(_ models: [T], _ condition: QueryNode?) throws -> [T] {
        let left = models.filter { [.inserted, .registered].contains($0._$modelState.phase) }
        guard let condition else { return left }
        var evaluator = QueryEvaluator(condition)
        return left.filter { evaluator.matches(ModelRow($0)) }
    }

    /// The models whose unsaved changes have an effect on an answer, and the identifiers of the rows that do not count
    /// for that reason; nil where changes of other models may have one.
    private func touched<T: PersistentModel>(
        _ type: T.Type,
        _ request: AggregateRequest
    ) -> (models: [T], excluded: [PersistentIdentifier])? {
        let layout = T._$modelLayout
        var reads = QueryReads()
        for node in request.nodes { reads.add(node, from: layout, in: unit.core.schema) }
        if request.nodes.contains(where: \.followsRelationships) {
            // Any change of the other models may matter; changes without an effect on them are rare.
            if reads.isUnbounded || reads.others.values.contains(where: { unit.pending.hasChanges(of: $0.layout) }) {
                return nil
            }
            if unit.pending.hasChanges(of: layout) { return nil }
        }
        let changed =
            reads.isUnbounded
            ? unit.pending.changed(of: layout) : unit.pending.changed(of: layout, written: reads.own)
        let changedModels = changed.compactMap { $0.model as? T }
        let deleted = unit.pending.deleted(of: layout).map(\.identifier)
        return (
            changedModels + unit.pending.inserted(of: layout).compactMap { $0.model as? T },
            changedModels.map(\.persistentModelID) + deleted
        )
    }

    /// The models of the identifiers among some values, read together.
    package func models(
        _ type: any PersistentModel.Type,
        of values: [StoredValue]
    ) throws -> [PersistentIdentifier: any PersistentModel] {
        let identifiers = values.compactMap { value in
            if case .identifier(let identifier) = value { identifier } else { nil }
        }
        func open<T: PersistentModel>(_ type: T.Type) throws -> [PersistentIdentifier: any PersistentModel] {
            let list = IdentifierList(identifiers)
            let models = try unit.listLoading.models(T.self, for: list[list.startIndex..<list.endIndex])
            return Dictionary(zip(identifiers, models.map { $0 as any PersistentModel })) { first, _ in first }
        }
        return try open(type)
    }
}

public import Foundation
public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// Updates every saved model of a class that matches a predicate, without loading the models where the store can do
    /// so. Takes effect at once and cannot be rolled back.
    ///
    /// An addition to Apple's API. The default store runs one statement, and writes the history. All contexts and
    /// observers take the new values in, this context too; an unsaved change of a property that is updated stays, and
    /// is in ``SwiftData/ModelContext/conflicts``.
    ///
    /// ```swift
    /// try context.update(Trip.self, where: #Predicate { $0.endDate < now }) {
    ///     $0.set(\.isDone, to: true)
    ///     $0.add(\.views, 1)
    ///     $0.set(\.total, #Expression<Trip, Int> { $0.price * $0.days })
    /// }
    /// ```
    ///
    /// The predicate is about saved values. New models of this context that match get the new values too, and stay
    /// unsaved. In an isolated transaction the models are loaded and changed, and saved with the rest.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - predicate: The condition; nil for all models.
    ///   - includeSubclasses: True if models of subclasses are updated too.
    ///   - changes: Gives the new values.
    /// - Returns: The number of models that were updated.
    /// - Throws: ``ModelQueryError`` where a new value cannot be computed, and the errors of
    ///   ``SwiftData/ModelContext/save()``; nothing has changed then.
    @discardableResult
    public func update<Model: PersistentModel>(
        _ type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includeSubclasses: Bool = true,
        _ changes: (inout ModelUpdate<Model>) -> Void
    ) throws -> Int {
        var update = ModelUpdate<Model>()
        changes(&update)
        guard !update.assignments.isEmpty else { return 0 }
        return try unit.batchUpdating.updateAll(
            type,
            where: predicate,
            includeSubclasses: includeSubclasses,
            update.stored,
            update.prepare(_:)
        )
    }
}

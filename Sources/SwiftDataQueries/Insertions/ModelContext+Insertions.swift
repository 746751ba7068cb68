public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// Inserts a row for each element of a sequence, without making models. Takes effect at once and cannot be rolled back.
    ///
    /// An addition to Apple's API. All rows are inserted or none. A row with the unique values of a stored one updates
    /// the stored one, as `save()` does. The rows are in the history; all contexts and observers receive them.
    ///
    /// ```swift
    /// try context.insert(Trip.self, lines) { line, new in
    ///     new.set(\.name, to: line.name)
    ///     new.set(\.startDate, to: line.date)
    /// }
    /// ```
    ///
    /// The values of all rows are in memory until they are written. In an isolated transaction a model is made for each row,
    /// and saved with the rest.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - rows: The elements that the rows are made of, one for each row.
    ///   - policy: The meaning of a unique value that exists already; nil for that of the context.
    ///   - fill: Gives a new row its values.
    /// - Returns: The number of rows.
    /// - Throws: The errors of `fill`, ``ModelQueryError`` for a property without a value, and the errors of `save()`; nothing
    ///   has been inserted then.
    @discardableResult
    public func insert<Model: PersistentModel, Rows: Sequence>(
        _ type: Model.Type,
        _ rows: Rows,
        onDuplicate policy: DuplicatePolicy? = nil,
        _ fill: (_ row: Rows.Element, _ new: inout NewModel<Model>) throws -> Void
    ) throws -> Int {
        let plan = NewModelPlan<Model>()
        var snapshots: [DefaultSnapshot] = []
        snapshots.reserveCapacity(rows.underestimatedCount)
        for row in rows {
            var new = NewModel(plan)
            try fill(row, &new)
            if let failure = plan.failure { throw failure }
            snapshots.append(try plan.snapshot(new.values))
        }
        try unit.batchInserting.insert(
            snapshots,
            of: type,
            refusesDuplicates: (policy ?? duplicatePolicy) == .error
        )
        return snapshots.count
    }
}

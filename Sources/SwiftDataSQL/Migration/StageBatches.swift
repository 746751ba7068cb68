import SwiftDataCore

/// Saves the edits of a stage after each batch that it enumerates, so that no more than a batch is in memory. The
/// transaction of the migration stays open: a stage that throws later rolls it back as a whole.
final class StageBatches {
    private weak var context: ModelContext?
    /// The number of models with unsaved changes when they could not be saved yet.
    private var refusedCount = 0

    init(_ context: ModelContext) {
        self.context = context
    }

    /// - Throws: ``StoreError`` where the changes cannot be saved, now or later.
    func save() throws {
        guard let context else { return }
        let unit = context.unit
        let count = unit.exclusively { unit.pending.count }
        // Each time twice as many, so that values that are valid at the end alone are not tried batch by batch.
        guard count > 0, count >= 2 * refusedCount, unit.exclusively({ unit.partialSaving.isPossible }) else { return }
        do {
            try context.save()
            refusedCount = 0
        } catch let error as StoreError where Self.mayPass.contains(error.code) {
            refusedCount = count
            log.debug("A batch of a stage is saved with later batches, because its own save was refused: \(error)")
        }
    }

    /// Errors that may go away before the stage is over. The save at its end throws the remaining errors.
    private static let mayPass: Set<StoreError.Code> = [.validation, .constraint, .deleteDenied]
}

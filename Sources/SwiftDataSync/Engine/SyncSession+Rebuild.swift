import SwiftDataCore
import SwiftDataSyncCore

extension SyncSession {
    /// Computes the view again where the app has other rules than the ones that it was computed with, or continues an
    /// interrupted computation. Each transaction leaves a whole store, and other writers may save between two of them.
    ///
    /// - Throws: ``SyncError`` with code `interrupted` where an engine with other rules has begun its own computation meanwhile.
    func rebuild() throws {
        var hasBegun = false
        while true {
            let facts = try facts()
            if facts.rules == context.rulesHash {
                hasBegun = true
            } else {
                // The round of one of the two engines ends here: if each began again, neither would come to an end.
                guard !hasBegun else { throw SyncTables.viewReplaced }
                try prepareRebuild()
                continue
            }
            guard let step = facts.rebuild else { return }
            try Task.checkCancellation()
            do { try rebuild(step, limit: context.rebuildLimit) } catch let error as StoreError
                where error.code == .constraint
            {
                // Rows of two parts exchange unique values.
                try rebuild(step, limit: nil)
            }
        }
    }

    /// Captures edits until there are none, with the facts of the former rules, and removes these. Edits are part of the states
    /// before rows are made equal to them.
    private func prepareRebuild() throws {
        try writeFacts { transaction in
            // Another engine may have been faster.
            guard transaction.facts.rules != context.rulesHash else { return }
            if transaction.facts.scan != nil {
                _ = try transaction.captureStock(limit: context.captureLimit)
                return try transaction.mergeStates()
            }
            let isAtEnd = try transaction.captureHistory(limit: context.captureLimit)
            if transaction.hasParts { return try transaction.mergeStates() }
            guard isAtEnd, transaction.facts.scan == nil else { return }
            if try transaction.forgetPlaces(limit: context.rebuildLimit) { try transaction.beginRebuild() }
        }
    }

    /// - Parameter limit: The number of records or rows; nil for all rows that are left.
    private func rebuild(_ step: DeviceFacts.Rebuild, limit: Int?) throws {
        if step.hasFacts { try capture() }
        try writeFacts { transaction in
            guard transaction.facts.rebuild == step, transaction.facts.rules == context.rulesHash else { return }
            if step.hasFacts {
                _ = try transaction.captureHistory(limit: .max)
                guard transaction.facts.scan == nil else { return try transaction.plan() }
            }
            try transaction.runRebuild(step, limit: limit)
        }
    }
}

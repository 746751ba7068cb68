/// The next step of the state of a row that a save has written, decided by plain values.
package struct TakeOverStep: Equatable {
    package enum Change {
        case inserted, updated
    }

    package enum Edits {
        /// The state has none that the save could have written.
        case leave
        /// The edits are forgotten: they are in the store.
        case forget
        /// The edits are compared with the written values: a difference is an edit since then.
        case compare
    }

    /// The counter of the row.
    package let lock: Int64
    package let edits: Edits

    /// - Parameters:
    ///   - phase: The phase of the state after it has its identifier.
    ///   - lock: The counter of the state.
    ///   - reported: The counter that the store has reported for an updated row.
    ///   - countsLocks: See ``StoreFacts/countsLocks``.
    ///   - isWhole: True if nothing was edited since the rows were planned.
    package init(
        _ change: Change,
        phase: ModelState.Phase,
        lock: Int64,
        reported: Int64?,
        countsLocks: Bool,
        isWhole: Bool
    ) {
        switch change {
        case .inserted:
            // The store's answer about a stored row is for the model that had the row before.
            self.lock = countsLocks ? DefaultSnapshot.firstLock : lock
            edits = isWhole ? .leave : phase == .registered ? .compare : .forget
        case .updated:
            self.lock = reported ?? (lock == DefaultSnapshot.unknownLock ? lock : lock &+ 1)
            edits = isWhole || phase == .gone ? .forget : .compare
        }
    }

    /// Returns the counter of a row that the save has written although it was of other models: the newest one, where
    /// the state has the previous counter of the row; nil where it has an older one.
    package static func lock(ofOther lock: Int64, reported: Int64) -> Int64? { lock == reported &- 1 ? reported : nil }
}

/// The state that has the row of a new model once the row is written.
package enum RowOwner: Equatable {
    /// The state of the model.
    case model
    /// The state of the model, which has left the context since: the next save deletes the row.
    case formerModel
    /// Another state: the model is itself new, here or in another context, and the next save deletes the row.
    case nobody

    /// - Parameters:
    ///   - keepsIdentifier: True if the model has the identifier by which its row was given to the store.
    ///   - isInContext: True if the model is in the context, or was last.
    package init(phase: ModelState.Phase, keepsIdentifier: Bool, isInContext: Bool) {
        switch (phase, keepsIdentifier, isInContext) {
        case (.inserted, true, true): self = .model
        case (.gone, true, true), (.detached, true, _): self = .formerModel
        default: self = .nobody
        }
    }
}

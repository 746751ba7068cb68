public import SwiftData
import SwiftDataCore

/// The meaning of a new model whose unique values a stored one has.
public enum DuplicatePolicy: Sendable {
    /// The stored model is updated. This is Apple's meaning, and the default.
    case update
    /// The save throws `StoreError` with code `constraint`, which names the entity and the property.
    case error
}

extension ModelContext {
    /// The meaning of a new model whose unique values a stored one has, for the saves of this context.
    ///
    /// An addition to Apple's API. A custom store decides by itself: with `.error`, a save that inserts models with unique
    /// values into one throws `StoreError` with code `validation`.
    public var duplicatePolicy: DuplicatePolicy {
        get { unit.exclusively { unit.refusesDuplicates } ? .error : .update }
        set { unit.exclusively { unit.refusesDuplicates = newValue == .error } }
    }

    /// Saves with another ``duplicatePolicy`` than that of the context.
    ///
    /// In an isolated transaction, and in the closure of `ModelContainer.write`, the end of the transaction writes. Where one
    /// save in it has the policy `.error`, all of the transaction has: its end throws, and nothing is saved.
    ///
    /// - Parameter policy: The meaning of unique values that exist already, for this save.
    /// - Throws: The errors of `save()`, and `StoreError` with code `saveInProgress` in code that a save of the context runs.
    public func save(onDuplicate policy: DuplicatePolicy) throws {
        try unit.exclusively {
            // Such a save is put off, and would have the policy of the context.
            guard !unit.saveRun.isUnderWay else {
                throw StoreError(
                    .saveInProgress,
                    "save(onDuplicate:) was called by code that a save of the same context runs. Call it after that save."
                )
            }
            let former = duplicatePolicy
            duplicatePolicy = policy
            defer { duplicatePolicy = former }
            try save()
        }
    }
}

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
    /// - Parameter policy: The meaning of unique values that are there already, for this save.
    /// - Throws: The errors of `save()`.
    public func save(onDuplicate policy: DuplicatePolicy) throws {
        try unit.exclusively {
            let former = duplicatePolicy
            duplicatePolicy = policy
            defer { duplicatePolicy = former }
            try save()
        }
    }
}

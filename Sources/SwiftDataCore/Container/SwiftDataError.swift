/// The reason why SwiftData could not perform an operation.
///
/// Match it in a `catch` clause: `catch SwiftDataError.unsupportedPredicate`. Errors that Apple's framework reports
/// as Cocoa errors are a ``StoreError`` here.
public struct SwiftDataError: Error, Hashable {
    package enum Code: String, Sendable {
        case includePendingChangesWithBatchSize, unsupportedPredicate, unsupportedKeyPath
        case sortingPendingChangesWithIdentifiers, unsupportedSortDescriptor
        case duplicateConfiguration, configurationFileNameTooLong, configurationFileNameContainsInvalidCharacters
        case configurationSchemaNotFoundInContainerSchema, loadIssueModelContainer
        case modelValidationFailure, missingModelContext, backwardMigration
        case unknownSchema, unknownDataStoreSchema, historyTokenExpired, invalidTransactionFetchRequest
    }

    package let code: Code
    /// The cause of this error, in a sentence; not part of the error's identity.
    package let explanation: String?

    package init(_ code: Code, _ explanation: String? = nil) {
        self.code = code
        self.explanation = explanation
    }

    /// True if both are equal.
    public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.code == rhs.code }
    /// Hashes the values that equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The error for an entity that a store does not have.
    package static func notInSchema(_ entity: String) -> SwiftDataError {
        SwiftDataError(.unknownSchema, "\(entity) is not in the schema of the store.")
    }

    /// The error for a configuration that a store cannot be opened with.
    package static func withoutSchema(_ configuration: String) -> SwiftDataError {
        SwiftDataError(.unknownSchema, "The configuration \"\(configuration)\" has no schema.")
    }

    /// Matches an error in a `catch` clause.
    public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool { lhs == rhs as? SwiftDataError }
}

extension SwiftDataError: CustomStringConvertible {
    /// The code and the cause. It never holds a stored value.
    public var description: String {
        explanation.map { "SwiftDataError.\(code.rawValue): \($0)" } ?? "SwiftDataError.\(code.rawValue)"
    }
}

extension SwiftDataError {
    /// A batched fetch cannot include pending changes.
    ///
    /// Differs from Apple's: it is never thrown, since a batched fetch merges pending changes here.
    public static let includePendingChangesWithBatchSize = SwiftDataError(.includePendingChangesWithBatchSize)
    /// The predicate cannot be translated.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// The key path is not a persisted property.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// Identifiers cannot be sorted while changes are pending.
    ///
    /// Differs from Apple's: it is never thrown, since identifiers are sorted with pending changes here.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(.sortingPendingChangesWithIdentifiers)
    /// The sort descriptor cannot be used.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)
    /// Two configurations of a container have the same name or the same file.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
    /// The store's file name is too long.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// The store's file name has characters that a file name cannot have.
    public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
        .configurationFileNameContainsInvalidCharacters
    )
    /// A configuration lists models that the container does not have.
    public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema
    )
    /// The container could not be opened.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// A model is not valid and was not saved.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// A model has no context.
    public static let missingModelContext = SwiftDataError(.missingModelContext)
    /// The store was written by a newer version of the schema.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// The schema is not known.
    public static let unknownSchema = SwiftDataError(.unknownSchema)
    /// The store's schema is neither the current one nor any of the migration plan.
    public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
    /// The history that the token refers to has been deleted.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// The history request is not valid.
    public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)
}

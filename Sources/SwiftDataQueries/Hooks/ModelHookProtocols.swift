import SwiftData
public import SwiftDataCore

/// A model class that prepares its models for a save.
///
/// An addition to Apple's API. Adopt it in an extension of the class:
///
/// ```swift
/// extension Trip: WillSaveModel {
///     func willSave() { slug = name.lowercased() }
/// }
/// ```
public protocol WillSaveModel: _WillSaveHook {
    /// Is called before a save that writes the model as a new or a changed one, once for each save.
    ///
    /// It may change this model and other ones, which are saved as well; their `willSave()` is called then. Where it
    /// throws, nothing is saved.
    func willSave() throws
}

extension WillSaveModel {
    /// Calls `willSave()`. Not for use elsewhere.
    ///
    /// - Throws: The error of `willSave()`.
    public func _willSave() throws { try willSave() }
}

/// A model class whose models are checked before they are saved.
///
/// An addition to Apple's API. All problems of all models that a save writes are one ``ModelValidationError``:
///
/// ```swift
/// extension Trip: ValidatedModel {
///     func validate(_ problems: inout ModelProblems<Trip>) {
///         if name.isEmpty { problems.add(\.name, "must not be empty") }
///         if endDate < startDate { problems.add(\.endDate, "must not be before the start") }
///     }
/// }
/// ```
public protocol ValidatedModel: _ValidationHook {
    /// Adds the problems of the model. Called before a save that writes it, after all `willSave()`.
    func validate(_ problems: inout ModelProblems<Self>)
}

extension ValidatedModel {
    /// Returns the problems of the model. Not for use elsewhere.
    public func _problems() -> [any Error] {
        var problems = ModelProblems<Self>(self)
        validate(&problems)
        return problems.found
    }

    /// Makes the error for some problems. Not for use elsewhere.
    public static func _failure(_ problems: [any Error]) -> any Error {
        ModelValidationError(problems: problems.compactMap { $0 as? ModelValidationError.Problem })
    }
}

/// A model class with a hook that runs when a model enters a context.
public protocol DidInsertModel: _DidInsertHook {
    /// Is called when `insert(_:)`, or a relationship to a model of a context, has brought the new model into a context.
    ///
    /// Batch insertions make no models and do not call it.
    func didInsert()
}

extension DidInsertModel {
    /// Calls `didInsert()`. Not for use elsewhere.
    public func _didInsert() { didInsert() }
}

/// A model class with a hook that runs when a model is fetched.
public protocol DidFetchModel: _DidFetchHook {
    /// Is called when a fetch of a context returns the model for the first time. A model that a relationship leads to is
    /// not fetched.
    func didFetch()
}

extension DidFetchModel {
    /// Calls `didFetch()`. Not for use elsewhere.
    public func _didFetch() { didFetch() }
}

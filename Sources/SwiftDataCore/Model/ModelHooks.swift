import Foundation

// The protocols of hooks for programs are those of SwiftDataQueries, which refine these.

/// A class with a hook that runs before its models are saved; not for use elsewhere.
public protocol _WillSaveHook: PersistentModel {
    /// Is called once for each save of a new or changed model.
    func _willSave() throws
}

/// A class whose models are checked before they are saved; not for use elsewhere.
public protocol _ValidationHook: PersistentModel {
    /// The problems of the model, none where it is valid.
    func _problems() -> [any Error]
    /// The error that stands for all problems of a save.
    static func _failure(_ problems: [any Error]) -> any Error
}

/// A class with a hook that runs when a model enters a context; not for use elsewhere.
public protocol _DidInsertHook: PersistentModel {
    /// Is called when a new model has entered a context.
    func _didInsert()
}

/// A class with a hook that runs when a model is fetched; not for use elsewhere.
public protocol _DidFetchHook: PersistentModel {
    /// Is called when a fetch returns the model for the first time.
    func _didFetch()
}

/// The hooks that a class has, and the dates that saves set for it.
package struct ModelHooks: Sendable {
    package let willSave: Bool
    package let validates: Bool
    package let didInsert: Bool
    package let didFetch: Bool
    /// The slots of attributes marked `.createdDate` and `.updatedDate`.
    package let createdSlots: [Int]
    package let updatedSlots: [Int]

    init(_ type: any PersistentModel.Type, _ properties: [PropertyLayout]) {
        willSave = type is any _WillSaveHook.Type
        validates = type is any _ValidationHook.Type
        didInsert = type is any _DidInsertHook.Type
        didFetch = type is any _DidFetchHook.Type
        func slots(_ choice: Schema.Attribute.Option.Choice) -> [Int] {
            properties.compactMap { property in
                guard case .attribute(let attribute) = property.shape else { return nil }
                return attribute.options.contains { $0.choice == choice } ? property.slot : nil
            }
        }
        createdSlots = slots(.createdDate)
        updatedSlots = slots(.updatedDate)
    }

    /// True if a save has something to do for the class.
    var hasWork: Bool { willSave || validates || !createdSlots.isEmpty || !updatedSlots.isEmpty }
}

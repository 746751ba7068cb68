/// The argument of a modifier that gives a container or a context to views.
///
/// An addition to Apple's API, for adapters. The modifiers `modelContainer(_:)`, `modelContainer(for:…)` and
/// `modelContext(_:)` of an adapter make one of these and hand it to the ``ModelScope`` of the place in the user interface where
/// they stand.
public enum ModelContainerSource {
    /// A container whose main context the views get.
    case container(ModelContainer)
    /// A context that the views get.
    case context(ModelContext)
    /// A container that is made at the first use, once.
    case models(Setup)

    /// The arguments that a container is made of.
    public struct Setup {
        /// The classes of the models.
        public var modelTypes: [any PersistentModel.Type]
        /// True for a store in memory.
        public var inMemory: Bool
        /// True if autosave is on for the main context.
        public var isAutosaveEnabled: Bool
        /// True if the main context gets the undo manager of the environment, or one of its own where there is none.
        public var isUndoEnabled: Bool
        /// The closure that is called once, on the main actor, with the container or the failure to make it.
        public var onSetup: (Result<ModelContainer, any Error>) -> Void
    }

    /// A container of some classes, with the arguments of SwiftUI's modifier.
    /// - Parameters:
    ///   - modelTypes: The classes of the models.
    ///   - inMemory: True for a store in memory.
    ///   - isAutosaveEnabled: True to turn on autosave for the main context.
    ///   - isUndoEnabled: True if the main context gets the undo manager of the environment.
    ///   - onSetup: A closure that is called once, with the container or the failure to make it.
    public static func models(
        for modelTypes: [any PersistentModel.Type],
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> ModelContainerSource {
        .models(
            Setup(
                modelTypes: modelTypes,
                inMemory: inMemory,
                isAutosaveEnabled: isAutosaveEnabled,
                isUndoEnabled: isUndoEnabled,
                onSetup: onSetup
            )
        )
    }
}

public import SwiftDataCore

// It stands here because it makes containers, whose initialisers stand here.

/// The place in a user interface where a modifier such as `modelContainer(for:)` stands.
///
/// An addition to Apple's API, for adapters. An adapter keeps one scope for each identity that has the modifier: one
/// for a scene, which all windows of the scene share, and one for a view that is distinguished from its neighbours. The
/// scope lives for as long as the identity does, however often the value with the modifier is made again.
@MainActor
public final class ModelScope {
    /// True if the scope is that of a scene.
    private let isOfScene: Bool
    /// The result of the setup, which is made once.
    private var made: Result<ModelContainer, any Error>?

    /// A scope.
    /// - Parameter isOfScene: True for the scope of a scene. Its container becomes ``ModelContainer/default`` unless there is
    ///   one, so that queries outside of views find it.
    public nonisolated init(isOfScene: Bool = false) { self.isOfScene = isOfScene }

    /// The failure to make the container; nil where there is none.
    public var error: (any Error)? {
        guard case .failure(let error) = made else { return nil }
        return error
    }

    /// Sets the context of an environment.
    ///
    /// A container that is made of classes is made by the first call, and later arguments are ignored, as by SwiftUI's modifier.
    /// Where it cannot be made, the closure `onSetup` gets the error, the log has a line, and the environment stays as it is.
    public func enter(_ source: ModelContainerSource, _ environment: inout some ModelEnvironment) {
        switch source {
        case .context(let context): environment.givenModelContext = context
        case .container(let container):
            offer(container)
            environment.givenModelContext = container.mainContext
        case .models(let setup):
            if let made {
                guard case .success(let container) = made else { return }
                environment.givenModelContext = container.mainContext
            } else {
                let result = Result { try Self.make(setup, environment.undoManager) }
                made = result
                switch result {
                case .success(let container):
                    offer(container)
                    environment.givenModelContext = container.mainContext
                case .failure(let error):
                    log.error("The container of a user interface could not be made: \(error)")
                }
                setup.onSetup(result)
            }
        }
    }

    private static func make(_ setup: ModelContainerSource.Setup, _ undoManager: UndoManager?) throws -> ModelContainer
    {
        let schema = Schema(setup.modelTypes)
        let container = try ModelContainer(
            for: schema,
            configurations: ModelConfiguration(schema: schema, isStoredInMemoryOnly: setup.inMemory)
        )
        container.mainContext.autosaveEnabled = setup.isAutosaveEnabled
        if setup.isUndoEnabled { container.mainContext.undoManager = undoManager ?? UndoManager() }
        return container
    }

    private func offer(_ container: ModelContainer) {
        if isOfScene, ModelContainer.default == nil { ModelContainer.default = container }
    }
}

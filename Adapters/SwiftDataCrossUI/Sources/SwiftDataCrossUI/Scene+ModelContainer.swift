public import SwiftCrossUI
public import SwiftData

extension Scene {
    /// Gives the views of the scene the main context of a container, as SwiftUI's modifier does.
    public func modelContainer(_ container: ModelContainer) -> some Scene {
        ModelContextScene(content: self, source: .container(container))
    }

    /// Gives the views of the scene the main context of a container of one class, which is made once for the scene.
    /// - Parameters:
    ///   - modelType: The class of the models.
    ///   - inMemory: True for a store in memory.
    ///   - isAutosaveEnabled: True to turn on autosave for the main context.
    ///   - isUndoEnabled: True if the main context gets an undo manager.
    ///   - onSetup: A closure that is called once, with the container or the failure to make it.
    public func modelContainer(
        for modelType: any PersistentModel.Type,
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene {
        modelContainer(
            for: [modelType],
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled,
            onSetup: onSetup
        )
    }

    /// Gives the views of the scene the main context of a container of some classes, which is made once for the scene.
    /// - Parameters:
    ///   - modelTypes: The classes of the models.
    ///   - inMemory: True for a store in memory.
    ///   - isAutosaveEnabled: True to turn on autosave for the main context.
    ///   - isUndoEnabled: True if the main context gets an undo manager.
    ///   - onSetup: A closure that is called once, with the container or the failure to make it.
    public func modelContainer(
        for modelTypes: [any PersistentModel.Type],
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene {
        ModelContextScene(
            content: self,
            source: .models(
                for: modelTypes,
                inMemory: inMemory,
                isAutosaveEnabled: isAutosaveEnabled,
                isUndoEnabled: isUndoEnabled,
                onSetup: onSetup
            )
        )
    }

    /// Gives the views of the scene a context, as SwiftUI's modifier does.
    public func modelContext(_ modelContext: ModelContext) -> some Scene {
        ModelContextScene(content: self, source: .context(modelContext))
    }
}

/// A scene with the context of a modifier.
private struct ModelContextScene<Content: Scene>: Scene {
    typealias Node = ModelContextSceneNode<Content>

    let content: Content
    let source: ModelContainerSource
}

/// The node of a scene with the context of a modifier. It outlives the values of the scene, and its scope with it.
private final class ModelContextSceneNode<Content: Scene>: SceneGraphNode {
    typealias NodeScene = ModelContextScene<Content>

    private let scope = ModelScope(isOfScene: true)
    private var source: ModelContainerSource
    private let content: Content.Node

    init<Backend: AppBackend>(from scene: NodeScene, backend: Backend, environment: EnvironmentValues) {
        source = scene.source
        var environment = environment
        scope.enter(source, &environment)
        content = Content.Node(from: scene.content, backend: backend, environment: environment)
    }

    func update<Backend: AppBackend>(
        _ newScene: NodeScene?,
        backend: Backend,
        environment: EnvironmentValues
    ) -> SceneUpdateResult {
        if let newScene { source = newScene.source }
        var environment = environment
        scope.enter(source, &environment)
        return content.update(newScene?.content, backend: backend, environment: environment)
    }
}

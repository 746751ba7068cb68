public import SwiftCrossUI
public import SwiftData

extension View {
    /// Gives the views the main context of a container, as SwiftUI's modifier does.
    public func modelContainer(_ container: ModelContainer) -> some View {
        ModelContextView(content: self, source: .container(container))
    }

    /// Gives the views the main context of a container of one class, which is made once for the place of the view.
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
    ) -> some View {
        modelContainer(
            for: [modelType],
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled,
            onSetup: onSetup
        )
    }

    /// Gives the views the main context of a container of some classes, which is made once for the place of the view.
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
    ) -> some View {
        ModelContextView(
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

    /// Gives the views a context, as SwiftUI's modifier does.
    public func modelContext(_ modelContext: ModelContext) -> some View {
        ModelContextView(content: self, source: .context(modelContext))
    }
}

/// A view with the context of a modifier. Its scope is state, which SwiftCrossUI keeps for the place of the view.
private struct ModelContextView<Content: View>: View {
    let content: Content
    let source: ModelContainerSource
    @State private var scope = ModelScope()
    @Environment(\.self) private var environment

    init(content: Content, source: ModelContainerSource) { (self.content, self.source) = (content, source) }

    var body: some View { content.environment(\.givenModelContext, context) }

    private var context: ModelContext? {
        var environment = environment
        scope.enter(source, &environment)
        return environment.givenModelContext
    }
}

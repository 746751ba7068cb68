import SwiftData

/// The views and scenes of the fake user interface.
extension FakeUI {
    struct Group: DrawnView {
        fileprivate(set) var views: [any View] = []

        var body: Group { self }

        init(views: [any View]) { self.views = views }

        func draw(_ node: Node, _ environment: EnvironmentValues) {
            for view in views { node.next().draw(view, environment) }
        }
    }

    struct Text: DrawnView {
        let text: String

        var body: Group { Group(views: []) }

        init(_ text: String) { self.text = text }

        func draw(_ node: Node, _ environment: EnvironmentValues) { node.window.write(text) }
    }

    struct List: DrawnView {
        let body: Group

        init(@ViewBuilder _ content: () -> Group) { body = content() }

        func draw(_ node: Node, _ environment: EnvironmentValues) { node.next().draw(body, environment) }
    }

    struct ForEach: DrawnView {
        let body: Group

        init<Element>(_ elements: some Sequence<Element>, @ViewBuilder _ content: (Element) -> Group) {
            body = Group(views: elements.map(content))
        }

        func draw(_ node: Node, _ environment: EnvironmentValues) { node.next().draw(body, environment) }
    }

    /// A view in an environment that a modifier has changed.
    struct ModifiedView: DrawnView {
        let content: any View
        let source: ModelContainerSource

        var body: Group { Group(views: [content]) }

        func draw(_ node: Node, _ environment: EnvironmentValues) {
            var environment = environment
            node.scope.enter(source, &environment)
            node.next().draw(content, environment)
        }
    }

    // MARK: Scenes

    @MainActor protocol Scene: Modifiable where Modified == ModifiedScene {
        var content: @MainActor () -> any View { get }
        /// The sources of the modifiers, from the innermost to the outermost.
        var sources: [ModelContainerSource] { get }
    }

    struct WindowGroup: Scene {
        let content: @MainActor () -> any View
        var sources: [ModelContainerSource] { [] }

        init(@ViewBuilder _ content: @escaping @MainActor () -> Group) { self.content = content }
    }

    struct ModifiedScene: Scene {
        let content: @MainActor () -> any View
        let sources: [ModelContainerSource]
    }

    @MainActor protocol App {
        associatedtype Body: Scene
        init()
        var body: Body { get }
    }

    /// A program that runs, whose scene is evaluated for each window.
    @MainActor final class Program<Running: App> {
        let app = Running()
        var undoManager: UndoManager?
        private var scopes: [ModelScope] = []

        func openWindow() -> Window {
            let scene = app.body
            var environment = EnvironmentValues(undoManager: undoManager)
            for (index, source) in scene.sources.reversed().enumerated() {
                if index == scopes.count { scopes.append(ModelScope(isOfScene: true)) }
                scopes[index].enter(source, &environment)
            }
            return Window(environment, scene.content)
        }
    }
}

// MARK: - Modifiers

extension FakeUI {
    /// A view or a scene, whose modifiers are the same.
    @MainActor protocol Modifiable {
        associatedtype Modified
        func modified(_ source: ModelContainerSource) -> Modified
    }
}

extension FakeUI.View {
    func modified(_ source: ModelContainerSource) -> FakeUI.ModifiedView {
        FakeUI.ModifiedView(content: self, source: source)
    }
}

extension FakeUI.Scene {
    func modified(_ source: ModelContainerSource) -> FakeUI.ModifiedScene {
        FakeUI.ModifiedScene(content: content, sources: sources + [source])
    }
}

extension FakeUI.Modifiable {
    func modelContainer(_ container: ModelContainer) -> Modified { modified(.container(container)) }

    func modelContext(_ modelContext: ModelContext) -> Modified { modified(.context(modelContext)) }

    func modelContainer(
        for modelType: any PersistentModel.Type,
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> Modified {
        modelContainer(
            for: [modelType],
            inMemory: inMemory,
            isAutosaveEnabled: isAutosaveEnabled,
            isUndoEnabled: isUndoEnabled,
            onSetup: onSetup
        )
    }

    func modelContainer(
        for modelTypes: [any PersistentModel.Type],
        inMemory: Bool = false,
        isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> Modified {
        modified(
            .models(
                for: modelTypes,
                inMemory: inMemory,
                isAutosaveEnabled: isAutosaveEnabled,
                isUndoEnabled: isUndoEnabled,
                onSetup: onSetup
            )
        )
    }
}

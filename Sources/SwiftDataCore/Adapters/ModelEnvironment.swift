/// The environment of views, as a library that draws has it.
///
/// An addition to Apple's API, for adapters. It corresponds to SwiftUI's `EnvironmentValues` on Apple's platforms. An
/// adapter conforms the environment of its library, which then has `modelContext` as SwiftUI's has, so that
/// `@Environment(\.modelContext)` compiles.
@MainActor
public protocol ModelEnvironment {
    /// The context that a view or a scene above has set; nil where none has.
    var givenModelContext: ModelContext? { get set }
    /// The undo manager of the window; nil where the library has none.
    var undoManager: UndoManager? { get }
}

extension ModelEnvironment {
    /// The context of the views.
    ///
    /// Where a view has set none, it is the one that queries use: that of the task, else that of ``ModelContainer/default``.
    /// Where there is none at all, it is a context without models, as in Apple's environment: a fetch in it throws.
    public var modelContext: ModelContext {
        get {
            givenModelContext ?? ModelContext.current ?? ModelContainer.default?.mainContext ?? .withoutModels
        }
        set { givenModelContext = newValue }
    }

    /// None: the library has no undo managers of its own.
    public var undoManager: UndoManager? { nil }
}

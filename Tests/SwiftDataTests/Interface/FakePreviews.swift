import Observation
import SwiftData

/// The previews of the fake user interface: `docs/query.md` shows them as an adapter has to make them.
///
/// SwiftUI's `#Preview` is a macro; here it is the type `Preview`, with the same arguments.
extension FakeUI {
    @MainActor protocol PreviewModifier {
        associatedtype Context = Void
        associatedtype Body: View
        typealias Content = Group
        static func makeSharedContext() async throws -> Context
        @ViewBuilder func body(content: Content, context: Context) -> Body
    }

    struct PreviewTrait<T> {
        fileprivate let apply: @MainActor (Group) async throws -> Group

        static func modifier<Modifier: PreviewModifier & Sendable>(_ modifier: Modifier) -> PreviewTrait {
            PreviewTrait { content in
                let context = try await SharedContexts.shared.context(of: Modifier.self)
                return Group(views: [modifier.body(content: content, context: context)])
            }
        }
    }

    /// The contexts of preview modifiers, each of which is made once for all previews.
    @MainActor final class SharedContexts {
        static let shared = SharedContexts()
        private var tasks: [ObjectIdentifier: Any] = [:]

        /// A context, which stays on the main actor.
        @MainActor private final class Made<Context> {
            let context: Context
            init(_ context: Context) { self.context = context }
        }

        func context<Modifier: PreviewModifier>(of type: Modifier.Type) async throws -> Modifier.Context {
            let id = ObjectIdentifier(type)
            let running = tasks[id] as? Task<Made<Modifier.Context>, any Error>
            // Previews that are opened at the same time wait for the same task.
            let task = running ?? Task { Made(try await Modifier.makeSharedContext()) }
            tasks[id] = task
            do {
                return try await task.value.context
            } catch {
                // The next preview tries again.
                if tasks[id] as? Task<Made<Modifier.Context>, any Error> == task { tasks[id] = nil }
                throw error
            }
        }
    }

    @MainActor struct Preview {
        enum ViewTraits {}

        private let traits: [PreviewTrait<ViewTraits>]
        private let content: @MainActor () -> Group

        init(
            _ name: String? = nil,
            traits: PreviewTrait<ViewTraits>...,
            @ViewBuilder body content: @escaping @MainActor () -> Group
        ) {
            (self.traits, self.content) = (traits, content)
        }

        func open() async throws -> Window {
            var view = Group(views: [ClosureView(content: content)])
            for trait in traits { view = try await trait.apply(view) }
            let drawn = view
            return Window { drawn }
        }
    }

    /// A view of a closure, whose variables may be queries.
    struct ClosureView: DrawnView {
        let content: @MainActor () -> Group

        var body: Group { content() }

        func draw(_ node: Node, _ environment: EnvironmentValues) {
            let views = withObservationTracking {
                node.queries.evaluate(in: environment.modelContext.container, content)
            } onChange: { [weak window = node.window] in
                Task { @MainActor in window?.needsDrawing() }
            }
            node.next().draw(views, environment)
        }
    }
}

/// Marks a variable of a preview; it expands to nothing.
@attached(peer)
macro Previewable() = #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

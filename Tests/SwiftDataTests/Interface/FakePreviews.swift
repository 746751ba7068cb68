import Observation
import SwiftData

/// The previews of the fake user interface.
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

    /// The contexts of modifiers, each of which is made once for all previews.
    @MainActor fileprivate final class SharedContexts {
        static let shared = SharedContexts()
        private var contexts: [ObjectIdentifier: Any] = [:]

        func context<Modifier: PreviewModifier>(of type: Modifier.Type) async throws -> Modifier.Context {
            if let context = contexts[ObjectIdentifier(type)] as? Modifier.Context { return context }
            let context = try await Modifier.makeSharedContext()
            contexts[ObjectIdentifier(type)] = context
            return context
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

    /// A view whose properties are the variables of a closure, which runs where the container of the environment is current.
    struct ClosureView: DrawnView {
        let content: @MainActor () -> Group

        var body: Group { content() }

        func draw(_ node: Node, _ environment: EnvironmentValues) {
            let views = withObservationTracking {
                environment.modelContext.container.withCurrent(content)
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

import Foundation
import SwiftData

/// A user interface that draws lines of text, with the names of SwiftUI: views, scenes, an environment, identity by place, and
/// views that are made anew whenever something changes.
///
/// It shows what an adapter for a library that draws has to do, and it runs the code of the talks.
enum FakeUI {
    @MainActor protocol View: Modifiable where Modified == ModifiedView {
        associatedtype Body: View
        @ViewBuilder var body: Body { get }
    }

    /// A view that draws itself.
    @MainActor protocol DrawnView: View where Body == Group {
        func draw(_ node: Node, _ environment: EnvironmentValues)
    }

    @MainActor @resultBuilder enum ViewBuilder {
        static func buildExpression(_ view: some View) -> [any View] { [view] }
        static func buildBlock(_ parts: [any View]...) -> [any View] { parts.flatMap { $0 } }
        static func buildOptional(_ part: [any View]?) -> [any View] { part ?? [] }
        static func buildEither(first: [any View]) -> [any View] { first }
        static func buildEither(second: [any View]) -> [any View] { second }
        static func buildFinalResult(_ views: [any View]) -> Group { Group(views: views) }
    }

    // MARK: Environment

    @MainActor struct EnvironmentValues: ModelEnvironment {
        var givenModelContext: ModelContext?
        var undoManager: UndoManager?
    }

    @MainActor @propertyWrapper struct Environment<Value> {
        @MainActor fileprivate final class Place { var values = EnvironmentValues() }
        fileprivate let place = Place()
        let keyPath: KeyPath<EnvironmentValues, Value>

        init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

        var wrappedValue: Value { place.values[keyPath: keyPath] }
    }

    // MARK: Identity

    /// A place in the tree of views. It outlives the values of its view.
    @MainActor final class Node {
        let window: Window
        let scope: ModelScope
        let queries = QueryKeeper()
        private var children: [Node] = []
        private var drawn = 0
        private var view: (any View)?

        init(_ window: Window, scope: ModelScope = ModelScope()) { (self.window, self.scope) = (window, scope) }

        func draw(_ view: any View, _ environment: EnvironmentValues) {
            let former = self.view.map { Mirror(reflecting: $0).children.map(\.value) } ?? []
            let isSame = self.view.map { type(of: $0) == type(of: view) } ?? false
            if !isSame { children = [] }
            for (index, property) in Mirror(reflecting: view).children.enumerated() {
                connect(property.value, isSame ? former[index] : nil, environment)
            }
            self.view = view
            drawn = 0
            drawBody(of: view, environment)
            children.removeLast(children.count - drawn)
        }

        /// The place of the next child.
        func next() -> Node {
            if drawn == children.count { children.append(Node(window)) }
            drawn += 1
            return children[drawn - 1]
        }

        private func drawBody(of view: some View, _ environment: EnvironmentValues) {
            if let view = view as? any DrawnView {
                view.draw(self, environment)
            } else {
                next().draw(view.body, environment)
            }
        }

        private func connect(_ property: Any, _ former: Any?, _ environment: EnvironmentValues) {
            if let property = property as? any EnvironmentReader { property.read(environment) }
            guard let property = property as? any EnvironmentProperty else { return }
            func update<Property: EnvironmentProperty>(_ property: Property) {
                property.update(in: environment, previous: former as? Property)
                // The value of a view that is made anew has the place of the former one.
                if former == nil { property.place.onChange = { [weak window] in window?.needsDrawing() } }
            }
            update(property)
        }
    }

    @MainActor fileprivate protocol EnvironmentReader {
        func read(_ environment: EnvironmentValues)
    }

    // MARK: Windows

    /// A window with lines of text, which is drawn anew after changes.
    @MainActor final class Window {
        private(set) var lines: [String] = []
        /// The number of times that it was drawn.
        private(set) var drawings = 0
        private let content: @MainActor () -> any View
        private let environment: EnvironmentValues
        private var isDue = false
        private lazy var root = Node(self)

        init(_ environment: EnvironmentValues = EnvironmentValues(), _ content: @escaping @MainActor () -> any View) {
            (self.environment, self.content) = (environment, content)
            draw()
        }

        func write(_ line: String) { lines.append(line) }

        /// Draws the window in the next turn of the main actor.
        func needsDrawing() {
            guard !isDue else { return }
            isDue = true
            Task { draw() }
        }

        func draw() {
            isDue = false
            drawings += 1
            lines = []
            root.draw(content(), environment)
        }

        /// Waits for lines.
        func shows(_ lines: [String]) async -> Bool {
            for _ in 0..<2_000 where self.lines != lines { try? await Task.sleep(for: .milliseconds(5)) }
            return self.lines == lines
        }
    }
}

extension FakeUI.Environment: FakeUI.EnvironmentReader {
    fileprivate func read(_ environment: FakeUI.EnvironmentValues) { place.values = environment }
}

import Observation

/// A property of a view that needs the environment, such as `@Query`.
///
/// An addition to Apple's API, for adapters: what SwiftUI's `DynamicProperty` is on Apple's platforms. Before a view is drawn, the
/// adapter calls ``update(in:previous:)`` for each such property.
@MainActor
public protocol EnvironmentProperty {
    /// Takes the context of the environment, and the results of the value that the property had before the view was made anew.
    /// - Parameters:
    ///   - environment: The environment of the view.
    ///   - previous: The property of the view that stood in the same place before; nil for a new view.
    func update(in environment: some ModelEnvironment, previous: Self?)

    /// Calls a closure on the main actor each time that the values of the property may have changed, until the token ends.
    ///
    /// Changes that follow each other at once are one call. The closure of an adapter draws the view anew.
    func onChange(_ body: @escaping @MainActor () -> Void) -> PropertyChangeToken
}

/// The end of calls of ``EnvironmentProperty/onChange(_:)``: they end with it, or with `cancel()`.
///
/// An addition to Apple's API, for adapters.
@MainActor
public final class PropertyChangeToken {
    private var body: (@MainActor () -> Void)?
    private let read: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void, reading read: @escaping @MainActor () -> Void) {
        self.body = body
        self.read = read
        track()
    }

    /// Ends the calls.
    public func cancel() { body = nil }

    private func track() {
        withObservationTracking(read) { [weak self] in
            Task { @MainActor in self?.tell() }
        }
    }

    private func tell() {
        guard let body else { return }
        // Before the call, so that no change is missed that comes amid it.
        track()
        body()
    }
}

extension Query: EnvironmentProperty {
    /// Takes the context of the environment, and the results of the former value where both ask for the same.
    public func update(in environment: some ModelEnvironment, previous: Query?) {
        if let previous { adopt(previous) }
        use(environment.givenModelContext)
    }

    /// Calls a closure on the main actor each time that the results, the failure or the context may have changed.
    public func onChange(_ body: @escaping @MainActor () -> Void) -> PropertyChangeToken {
        let box = box
        return PropertyChangeToken(body) { box.noteRead() }
    }
}

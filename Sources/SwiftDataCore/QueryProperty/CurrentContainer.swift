import Observation
import Synchronization

/// The containers of queries that have no context of their own: that of the task, and that of the program.
enum CurrentContainer {
    @TaskLocal static var ofTask: ModelContainer?
    static let ofProgram = ProgramContainer()
}

/// The container of the program, which notifies queries as it is set.
final class ProgramContainer: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Mutex<ModelContainer?>(nil)

    var container: ModelContainer? {
        get {
            registrar.access(self, keyPath: \.container)
            return stored.withLock { $0 }
        }
        set {
            // The former one ends outside of the lock.
            let former = stored.withLock { container in
                defer { container = newValue }
                return container
            }
            // Afterwards: a reader on another thread in between has the new one.
            notify()
            // A query on the main actor may have read the former one, and not be tracked yet.
            if !Self.isOnMainActor { inLaterTurnOfMainActor { self.notify() } }
            withExtendedLifetime(former) {}
        }
    }

    private static var isOnMainActor: Bool { ExecutorReference.isOfMainActor || AutosaveTicket.isOnMainThread }

    private func notify() { registrar.withMutation(of: self, keyPath: \.container) {} }
}

extension ModelContainer {
    /// The container that queries use which have no other context; nil until it is set.
    ///
    /// An addition to Apple's API, which takes the context from SwiftUI's environment. It may be read and set from any
    /// isolation, and is held until another one is set.
    @_disfavoredOverload
    public static var `default`: ModelContainer? {
        get { CurrentContainer.ofProgram.container }
        set { CurrentContainer.ofProgram.container = newValue }
    }

    /// Runs a closure in which queries without a context of their own use the main context of this container.
    ///
    /// An addition to Apple's API, for tests, previews and plain programs.
    /// - Throws: The error of the closure.
    @_disfavoredOverload @MainActor
    public func withCurrent<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
        try CurrentContainer.$ofTask.withValue(self) { try body() }
    }

    /// Runs an asynchronous closure in which queries without a context of their own use the main context of this
    /// container. So do the tasks that the closure makes; detached tasks, and closures of `withContinuousObservation`, which are
    /// called in a task of their own, do not.
    /// - Throws: The error of the closure.
    @_disfavoredOverload @MainActor
    public func withCurrent<Result: Sendable>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        try await CurrentContainer.$ofTask.withValue(self) { try await body() }
    }
}

extension ModelContext {
    /// The main context of the container that `ModelContainer.withCurrent` has set for the task; nil outside of it.
    ///
    /// An addition to Apple's API.
    @_disfavoredOverload @MainActor
    public static var current: ModelContext? { CurrentContainer.ofTask?.mainContext }
}

/// An actor with a context of its own, which fetches and changes models away from the main actor.
///
/// The macro `@ModelActor` makes the conformance. With an actor `TripImporter`:
///
/// ```swift
/// let importer = TripImporter(modelContainer: container)
/// try await importer.add(["Rome", "Madeira"])
/// ```
public protocol ModelActor: Actor {
    /// The container that the actor works with.
    nonisolated var modelContainer: ModelContainer { get }
    /// The executor that the actor runs on, which holds its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The actor's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        if let serial = modelExecutor as? any SerialModelExecutor { return serial.asUnownedSerialExecutor() }
        preconditionFailure("SwiftData: the modelExecutor of \(Self.self) is not a SerialModelExecutor.")
    }

    /// The actor's context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The model of an identifier in the actor's context, or nil if it is of another class or its row is deleted.
    ///
    /// ```swift
    /// @ModelActor
    /// actor TripEditor {
    ///     func rename(_ id: PersistentIdentifier, to name: String) throws {
    ///         guard let trip = self[id, as: Trip.self] else { return }
    ///         trip.name = name
    ///         try modelContext.save()
    ///     }
    /// }
    /// ```
    public subscript<T>(id: PersistentIdentifier, as as: T.Type) -> T? where T: PersistentModel {
        guard let model = modelContext.model(for: id) as? T else { return nil }
        model._$modelState.reading.readIfUnread()
        return model._$modelState.phase == .gone ? nil : model
    }
}

/// An executor with a context.
public protocol ModelExecutor: Executor {
    /// The context that the executor serves.
    var modelContext: ModelContext { get }
}

/// A model executor that runs one job at a time.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

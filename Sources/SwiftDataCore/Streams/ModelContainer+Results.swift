extension ModelContainer {
    /// Values of the models that a fetch describes, at once and again each time that they may have changed: by a save
    /// of any context of the container, by other containers, or by other processes.
    ///
    /// ```swift
    /// let upcoming = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])
    /// for try await names in container.results(of: upcoming, transform: \.name) { publish(names) }
    /// ```
    ///
    /// A save leads to new values if it changed which models there are or their order, if it changed one of the models,
    /// or if it changed something that the models are related to, over however many steps, since the closure may read
    /// that. Values that are `Equatable` and turn out to be the same are not handed out again. A save that can have no
    /// effect reads nothing.
    ///
    /// See ``ResultStream``; ``ModelContext/results(of:)`` has the models themselves.
    ///
    /// An addition to Apple's API.
    /// - Parameters:
    ///   - descriptor: The fetch.
    ///   - transform: Makes a value of a model, in a context that has no other user. It must not change models, and no
    ///     model may leave it.
    public func results<Model, Value>(
        of descriptor: FetchDescriptor<Model> = FetchDescriptor<Model>(),
        transform: @escaping @Sendable (Model) throws -> Value
    ) -> ResultStream<Model, Value> where Model: PersistentModel, Value: Sendable {
        ResultStream(container: self, descriptor: descriptor, transform: transform)
    }
}

extension ModelContext {
    /// The models that a fetch describes, at once and again each time that the models or their order have changed: by
    /// edits in this context, saved or not, by saves in other contexts, and by other processes.
    ///
    /// ```swift
    /// let upcoming = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])
    /// for try await trips in context.results(of: upcoming) { show(trips) }
    /// ```
    ///
    /// Use it where the context is used, such as on the main actor or in a `ModelActor`.
    /// ``ModelContainer/results(of:transform:)`` is for code in any other isolation.
    ///
    /// An addition to Apple's API.
    public func results<Model>(
        of descriptor: FetchDescriptor<Model> = FetchDescriptor<Model>()
    ) -> ContextResultStream<Model> where Model: PersistentModel {
        ContextResultStream(context: self, descriptor: descriptor)
    }
}

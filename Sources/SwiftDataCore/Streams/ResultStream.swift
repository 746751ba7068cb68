/// A stream of values of the models that a fetch describes, made again each time that they may have changed, for
/// readers on any thread.
///
/// Made by ``ModelContainer/results(of:transform:)``. Each iterator has a context of its own, in which the closure that
/// makes values of models runs; the values may go anywhere. An iterator hands out the newest values. Changes between
/// two reads are not queued, so that a slow reader sees fewer states, and always the last one.
///
/// An addition to Apple's API.
public struct ResultStream<Model, Value>: AsyncSequence, Sendable where Model: PersistentModel, Value: Sendable {
    /// The values of all models, in the order of the fetch.
    public typealias Element = [Value]
    /// The error of reading a store or of the closure.
    public typealias Failure = any Error

    let container: ModelContainer
    let descriptor: FetchDescriptor<Model>
    let transform: @Sendable (Model) throws -> Value

    /// An iterator with a context of its own, which begins with the values as they are when it is first asked.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(ResultCursor(ModelContext(container), descriptor, isOwnContext: true, transform))
    }

    /// Iterates over the states of results, and waits for the next.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The values of all models, in the order of the fetch.
        public typealias Element = [Value]
        /// The error of reading a store or of the closure.
        public typealias Failure = any Error

        private let cursor: ResultCursor<Model, Value>

        init(_ cursor: ResultCursor<Model, Value>) { self.cursor = cursor }

        /// The values: at once the first time, then when they may have changed. Nil once the task is cancelled, or after
        /// an error.
        ///
        /// Stores are read, and the closure runs, where the caller is.
        /// - Throws: The errors of ``ModelContext/fetch(_:)``, and the errors of the closure.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [Value]? {
            try await cursor.next(isolation: actor)
        }

        /// The values, as ``next(isolation:)`` without an isolation.
        /// - Throws: The errors of ``next(isolation:)``.
        public mutating func next() async throws -> [Value]? { try await cursor.next(isolation: nil) }
    }
}

/// The models that a fetch describes, returned again each time that the models or their order have changed, for the
/// isolation that a context belongs to.
///
/// Made by ``ModelContext/results(of:)``. An iterator hands out the newest models: changes between two reads are not
/// queued. Observation reports changes in a model that keeps its place.
///
/// An addition to Apple's API.
public struct ContextResultStream<Model>: AsyncSequence where Model: PersistentModel {
    /// The models, in the order of the fetch.
    public typealias Element = [Model]
    /// The error of reading a store.
    public typealias Failure = any Error

    let context: ModelContext
    let descriptor: FetchDescriptor<Model>

    /// An iterator that begins with the models as they are when it is first asked.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(ResultCursor(context, descriptor, isOwnContext: false) { $0 })
    }

    /// Iterates over the states of results, and waits for the next.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The models, in the order of the fetch.
        public typealias Element = [Model]
        /// The error of reading a store.
        public typealias Failure = any Error

        private let cursor: ResultCursor<Model, Model>

        init(_ cursor: ResultCursor<Model, Model>) { self.cursor = cursor }

        /// The models: at once the first time, then when they have changed. Nil once the task is cancelled, or after an
        /// error.
        /// - Throws: The errors of ``ModelContext/fetch(_:)``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [Model]? {
            try await cursor.next(isolation: actor)
        }

        /// The models, as ``next(isolation:)`` without an isolation.
        /// - Throws: The errors of ``next(isolation:)``.
        public mutating func next() async throws -> [Model]? { try await cursor.next(isolation: nil) }
    }
}

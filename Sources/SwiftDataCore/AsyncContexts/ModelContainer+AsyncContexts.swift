extension ModelContainer {
    /// Runs a closure with a new context, and returns the values that it has read.
    ///
    /// ```swift
    /// let names = try await container.read { context in
    ///     try context.fetch(FetchDescriptor<Trip>()).map(\.name)
    /// }
    /// ```
    ///
    /// The closure runs on a thread of the container's own, of which there are ``ContextLimits/contexts`` at most, so
    /// that SQLite blocks no thread of Swift's concurrency. A call beyond that number waits, in the order of the calls.
    /// The context and its models end with the closure: values leave it, and the compiler refuses a model. It saves
    /// nothing: ``ModelContext/save()`` and whatever else writes through it throw `readOnly`.
    ///
    /// If the task is cancelled, or ``ContextLimits/total`` has passed, the statement that is running for this call is
    /// interrupted, and no other one. A fetch then throws, and the call never returns a result, whatever the closure does
    /// with the error. A property whose row is read at that moment is read to its end.
    ///
    /// Each fetch sees the newest rows: two fetches may see two states of the store.
    ///
    /// An addition to Apple's API. It may be called from any isolation. The closure is synchronous, so that it cannot call
    /// `read` or `write` itself.
    /// - Parameters:
    ///   - waitLimit: The maximum time to wait for a place, instead of ``ContextLimits/wait``.
    ///   - totalLimit: The maximum time of the call, instead of ``ContextLimits/total``.
    ///   - body: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure; `CancellationError` where the task was cancelled before the end; ``StoreError``
    ///   with code `busy` where no place was free in time, with code `timedOut` where the call took too long, and with code
    ///   `forked` in a child that `fork()` has made.
    @_disfavoredOverload
    public nonisolated(nonsending) func read<Result: Sendable>(
        waitLimit: Duration? = nil,
        totalLimit: Duration? = nil,
        _ body: @Sendable (ModelContext) throws -> Result
    ) async throws -> Result {
        let call = core.contextPool.call(.read, waitLimit, totalLimit)
        return try await core.contextPool.run(call) { [core] in
            let unit = UnitOfWork(core: core, for: .readCall)
            call.serve(unit)
            return try body(ModelContext(unit))
        }
    }

    /// Runs a closure with a new context and saves, while no other context or process can write to the stores of the
    /// container.
    ///
    /// ```swift
    /// let left = try await container.write { context in
    ///     guard let book = try context.fetch(FetchDescriptor<Book>()).first, book.stock > 0 else { throw SoldOut() }
    ///     book.stock -= 1
    ///     return book.stock
    /// }
    /// ```
    ///
    /// Calls follow one another. Each takes the write lock of the stores first, as
    /// ``ModelContext/transaction(isolated:block:)`` does, so that the closure reads the newest committed rows and its
    /// changes are saved over them: a read, its change and its write are one atomic step across tasks, containers and
    /// processes. If the closure or the save throws, nothing is saved. ``ModelContext/save()`` in the closure checks
    /// the models, which are written at the end, with the rest.
    ///
    /// A custom store has no lock that other writers obey. Calls of the container still follow one another there, and a
    /// save of another context of which this one has a notice makes the call throw `conflict`.
    ///
    /// Cancellation and the limits are those of ``read(waitLimit:totalLimit:_:)``, up to the commit. From the moment at which
    /// the commit begins the call is no longer stopped: it returns its result, also where the task has been cancelled.
    ///
    /// An addition to Apple's API. It may be called from any isolation. The closure should be short, since other writers wait
    /// for it.
    /// - Parameters:
    ///   - waitLimit: The maximum time to wait for a place and for the write lock, instead of ``ContextLimits/wait``.
    ///   - totalLimit: The maximum time of the call, instead of ``ContextLimits/total``.
    ///   - body: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure or of the save; `CancellationError` where the task was cancelled before the
    ///   commit; ``StoreError`` with code `busy` where no place was free in time, with code `locked` where another
    ///   writer kept the lock for that time, with code `timedOut` where the call took too long, with code `readOnly` where
    ///   no store can be written, and with code `forked` in a child that `fork()` has made. Nothing is saved then; of several
    ///   stores, those that were committed before the one that failed are.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func write<Result: Sendable>(
        waitLimit: Duration? = nil,
        totalLimit: Duration? = nil,
        _ body: @Sendable (ModelContext) throws -> Result
    ) async throws -> Result {
        let call = core.contextPool.call(.write, waitLimit, totalLimit)
        return try await core.contextPool.run(call) { [core] in
            let context = ModelContext(UnitOfWork(core: core, for: .writeCall))
            call.serve(context.unit)
            return try context.unit.isolating.serialTransaction(posting: context) { try body(context) }
        }
    }
}

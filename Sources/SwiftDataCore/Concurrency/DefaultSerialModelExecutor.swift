import Dispatch

/// Runs the jobs of a model actor one after the other, on a queue of its own.
///
/// Differs from Apple's: the queue never is the main queue, wherever the context was made.
///
/// `@unchecked Sendable`: the context is used by the jobs of the actor only, which `queue` runs one at a time.
///
/// The macro `@ModelActor` makes one. An actor without the macro makes it in its initializer:
///
/// ```swift
/// actor TripLog: ModelActor {
///     nonisolated let modelContainer: ModelContainer
///     nonisolated let modelExecutor: any ModelExecutor
///
///     init(_ container: ModelContainer) {
///         modelContainer = container
///         modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
///     }
/// }
/// ```
public class DefaultSerialModelExecutor: SerialModelExecutor, SerialExecutor, @unchecked Sendable {
    /// The context that the executor serves. Use it from the actor only.
    public final let modelContext: ModelContext
    private let queue = DispatchQueue(label: "SwiftData.ModelActor")

    /// An executor for a context.
    ///
    /// The executor of a context that `ModelContainer.read` or `write` has passed to its closure serves a new context
    /// of the same container, and the log has a notice: the context of the closure ends with it, and the executor may
    /// leave it.
    public init(modelContext: ModelContext) {
        if modelContext.unit.purpose == .ordinary {
            self.modelContext = modelContext
        } else {
            log.error(
                """
                A model executor was made for the context of a call of ModelContainer.read or write. It gets a context of \
                its own. Make actors outside of the closure.
                """
            )
            self.modelContext = ModelContext(modelContext.container)
        }
        self.modelContext.unit.actorBinding.serve(queue)
    }

    /// Runs a job after the earlier ones. The context receives the saves of other writers before the job, and is saved
    /// after it if autosave is on.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            let isOfMainActor = modelContext.unit.actorIsolation.kind == .mainActor
            if !isOfMainActor {
                let unit = modelContext.unit
                unit.actorBinding.noteJob(on: queue)
                unit.exclusively { unit.receiving.receive() }
            }
            job.runSynchronously(on: asUnownedSerialExecutor())
            if !isOfMainActor {
                let unit = modelContext.unit
                unit.exclusively { unit.autosaving.saveAutomatically() }
            }
        }
    }

    /// A reference for the runtime.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

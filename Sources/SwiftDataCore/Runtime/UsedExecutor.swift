import CSwiftRuntime
import Synchronization

/// The executor that runs some code, as the runtime refers to it: that of an actor, or none.
struct ExecutorReference: Equatable, Sendable {
    /// The address of an object, mostly the actor; 0 for none. It distinguishes executors that exist at the same time.
    let number: UInt
    fileprivate let implementation: UInt

    fileprivate var object: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

    /// The executor that runs the calling code. None where the platform does not report it.
    @inline(__always)
    static var current: ExecutorReference {
        #if (arch(x86_64) || arch(arm64)) && !os(Windows) && !PORTABLE_FALLBACKS
            guard isFormKnown else { return unknown }
            let executor = swift_task_getCurrentExecutor()
            return ExecutorReference(
                number: UInt(bitPattern: executor.identity),
                implementation: executor.implementation
            )
        #else
            return unknown
        #endif
    }

    /// The reference of code that no actor isolates.
    static let unknown = ExecutorReference(number: 0, implementation: 0)
    /// The reference of the main actor.
    static let main =
        isFormKnown ? unsafeBitCast(MainActor.sharedUnownedExecutor, to: ExecutorReference.self) : unknown

    /// True if the calling code is known to run on the main actor.
    static var isOfMainActor: Bool { main != unknown && current == main }

    /// True if the language's own reference to an executor has the size of this one.
    @inline(__always)
    private static var isFormKnown: Bool {
        RuntimeFacts.areUsed && MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<ExecutorReference>.size
    }
}

/// The executor that a context was used on last. It does not keep the actor alive.
enum UsedExecutor: ~Copyable {
    case none
    case main
    case actor(UnheldExecutor)

    init(_ reference: ExecutorReference) {
        if reference.number == 0 {
            self = .none
        } else if reference == .main {
            // It need not be an object.
            self = .main
        } else {
            self = .actor(UnheldExecutor(reference))
        }
    }
}

/// A reference to the executor of an actor that does not keep it alive: the runtime keeps the memory of the object.
struct UnheldExecutor: ~Copyable {
    private let reference: ExecutorReference

    fileprivate init(_ reference: ExecutorReference) {
        self.reference = reference
        _ = swift_unownedRetain(reference.object)
    }

    deinit { swift_unownedRelease(reference.object) }

    /// True if the calling code runs on the executor.
    var isCurrent: Bool { ExecutorReference.current == reference }

    /// The executor; nil where its actor has ended, so that nothing runs on it.
    var held: HeldExecutor? {
        guard let object = reference.object, swift_tryRetain(object) != nil else { return nil }
        return HeldExecutor(reference, Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue())
    }
}

/// The executor of an actor, kept alive.
///
/// `@unchecked Sendable`: it is immutable, and nothing but its reference is used of the owner.
package final class HeldExecutor: @unchecked Sendable {
    private let reference: ExecutorReference
    private let owner: AnyObject

    fileprivate init(_ reference: ExecutorReference, _ owner: AnyObject) {
        (self.reference, self.owner) = (reference, owner)
    }

    fileprivate var unowned: UnownedSerialExecutor { unsafeBitCast(reference, to: UnownedSerialExecutor.self) }

    /// Runs work in a later turn of the executor.
    func run(_ work: @escaping @Sendable () -> Void) {
        let turn = ExecutorTurn(self)
        inTaskOfItsOwn { await turn.run(work) }
    }
}

/// An actor that shares the executor of another one.
private actor ExecutorTurn {
    private let executor: HeldExecutor

    init(_ executor: HeldExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    func run(_ work: @Sendable () -> Void) { work() }
}

import CSwiftRuntime

/// A reference to a model that does not keep it alive, and that may be read while another thread releases the model.
///
/// A weak reference gives an object a side table, which makes each retain and release of it slow. This one is an unowned
/// reference: the runtime keeps the model's memory, without its contents, until the reference is released. Reading it
/// is `swift_tryRetain`, one atomic operation that fails once the model's deinitialiser has begun. So a model that was
/// read is alive for as long as the reader holds it, whatever other threads release meanwhile.
///
/// See docs/decisions/0018-release-on-any-thread.md.
struct UnheldModel: ~Copyable {
    /// The bits of an `any PersistentModel`: the object, and how its class conforms.
    private let object: UnsafeMutableRawPointer
    private let conformance: UnsafeRawPointer

    init(_ model: any PersistentModel) {
        (object, conformance) = unsafeBitCast(
            model as any PersistentModel,
            to: (UnsafeMutableRawPointer, UnsafeRawPointer).self
        )
        _ = swift_unownedRetain(object)
    }

    deinit { swift_unownedRelease(object) }

    /// The model; nil as soon as its deinitialiser has begun.
    var model: (any PersistentModel)? {
        guard swift_tryRetain(object) != nil else { return nil }
        let bits = (object, conformance)
        // The reference that was just added becomes the caller's.
        return withUnsafeTemporaryAllocation(of: (any PersistentModel).self, capacity: 1) { place in
            guard let start = place.baseAddress else { return nil }
            UnsafeMutableRawPointer(start).storeBytes(
                of: bits,
                as: (UnsafeMutableRawPointer, UnsafeRawPointer).self
            )
            return start.move()
        }
    }

    /// Whether this is the reference to a model.
    func isReference(to model: AnyObject) -> Bool {
        UnsafeRawPointer(object) == UnsafeRawPointer(Unmanaged.passUnretained(model).toOpaque())
    }
}

/// Reads a reference that is not counted to an object that may be on the point of going.
/// - Parameter reference: Leads to memory that is not freed meanwhile: who frees it waits for the caller.
/// - Returns: The object, or nil when its deinitialiser has begun.
@inline(__always)
func retained<Object: AnyObject>(_ reference: Unmanaged<Object>) -> Object? {
    guard let object = swift_tryRetain(reference.toOpaque()) else { return nil }
    return Unmanaged<Object>.fromOpaque(object).takeRetainedValue()
}

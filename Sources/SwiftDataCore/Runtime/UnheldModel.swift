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
    private typealias Bits = (object: UnsafeMutableRawPointer, conformance: UnsafeRawPointer)

    /// True if an existential of a class has the size of ``Bits``. Otherwise the object is a weak reference.
    private static var isExistentialKnown: Bool {
        RuntimeFacts.areUsed && MemoryLayout<any PersistentModel>.size == MemoryLayout<Bits>.size
    }

    private let object: UnsafeMutableRawPointer
    private let conformance: UnsafeRawPointer

    init(_ model: any PersistentModel) {
        guard Self.isExistentialKnown else {
            object = Unmanaged.passRetained(WeakModel(model)).toOpaque()
            conformance = UnsafeRawPointer(object)
            return
        }
        (object, conformance) = unsafeBitCast(model as any PersistentModel, to: Bits.self)
        _ = swift_unownedRetain(object)
    }

    deinit {
        if Self.isExistentialKnown {
            swift_unownedRelease(object)
        } else {
            Unmanaged<WeakModel>.fromOpaque(object).release()
        }
    }

    /// The model; nil as soon as its deinitialiser has begun.
    var model: (any PersistentModel)? {
        guard Self.isExistentialKnown else {
            return Unmanaged<WeakModel>.fromOpaque(object).takeUnretainedValue().model
        }
        guard swift_tryRetain(object) != nil else { return nil }
        let bits = (object, conformance)
        // The reference that was just added becomes the caller's.
        return withUnsafeTemporaryAllocation(of: (any PersistentModel).self, capacity: 1) { place in
            guard let start = place.baseAddress else { return nil }
            UnsafeMutableRawPointer(start).storeBytes(of: bits, as: Bits.self)
            return start.move()
        }
    }

    /// True if this is the reference to a model.
    func isReference(to model: AnyObject) -> Bool {
        guard Self.isExistentialKnown else {
            return Unmanaged<WeakModel>.fromOpaque(object).takeUnretainedValue().identity == ObjectIdentifier(model)
        }
        return UnsafeRawPointer(object) == UnsafeRawPointer(Unmanaged.passUnretained(model).toOpaque())
    }
}

/// A reference to a model as the language has it, where the form of its own is not known.
private final class WeakModel {
    weak var model: (any PersistentModel)?
    /// Known also after the deinitialiser has begun.
    let identity: ObjectIdentifier

    init(_ model: any PersistentModel) { (self.model, identity) = (model, ObjectIdentifier(model)) }
}

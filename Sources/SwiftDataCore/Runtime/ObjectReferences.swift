import CSwiftRuntime

/// Reads a reference that is not counted to an object that may be about to be released.
/// - Parameter reference: Leads to memory that is not freed meanwhile: the thread that frees it waits for the caller.
/// - Returns: The object, or nil when its deinitialiser has begun.
@inline(__always)
func retained<Object: AnyObject>(_ reference: Unmanaged<Object>) -> Object? {
    guard let object = swift_tryRetain(reference.toOpaque()) else { return nil }
    return Unmanaged<Object>.fromOpaque(object).takeRetainedValue()
}

/// The number of strong references to an object that is known to be alive.
func retainCount(of object: ObjectIdentifier) -> Int {
    // A pointer, since a reference would count itself.
    UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: object)).map { Int(swift_retainCount($0)) } ?? 0
}

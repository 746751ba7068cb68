/// The elements of an array of models while it is being made.
///
/// Code that is generic over the class of the models would look the array's type up, and call through it, for each
/// element. References to objects of classes of Swift's own look the same whatever the class.
struct ModelReferences {
    /// Memory for as many references as the array can hold, which hold nothing from ``count`` on.
    private let start: UnsafeMutableRawPointer
    private(set) var count = 0

    fileprivate init(_ start: UnsafeMutableRawPointer) { self.start = start }

    /// Adds a model, for which there is room and which is of the array's class.
    @inline(__always)
    mutating func append(_ model: consuming any PersistentModel) {
        // The caller's reference becomes the array's, which releases it.
        (start + count * MemoryLayout<AnyObject>.stride).initializeMemory(
            as: AnyObject.self,
            to: model as AnyObject
        )
        count += 1
    }
}

extension Array where Element: PersistentModel {
    /// Makes an array of at most so many models. Those that were added before an error are released.
    init(capacity: Int, _ body: (inout ModelReferences) throws -> Void) rethrows {
        guard capacity > 0 else {
            self = []
            return
        }
        try self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
            var references = ModelReferences(start)
            defer { count = references.count }
            try body(&references)
        }
    }
}

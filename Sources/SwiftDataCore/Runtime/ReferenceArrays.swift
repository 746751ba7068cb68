import Foundation

// References to objects of classes of Swift's own are one word each, whatever the class. So an array of them can be made
// and compared by code that does not know the class.

/// The elements of an array of models while it is being made.
///
/// Code that is generic over the class of the models would look the array's type up, and call through it, for each
/// element.
struct ModelReferences {
    #if PORTABLE_FALLBACKS
        fileprivate private(set) var models: [any PersistentModel] = []

        /// Adds a model, which is of the array's class.
        mutating func append(_ model: any PersistentModel) { models.append(model) }
    #else
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
    #endif
}

extension Array where Element: PersistentModel {
    /// Creates an array of at most so many models. Models that were added before an error are released.
    init(capacity: Int, _ body: (inout ModelReferences) throws -> Void) rethrows {
        guard capacity > 0 else {
            self = []
            return
        }
        #if PORTABLE_FALLBACKS
            var references = ModelReferences()
            try body(&references)
            self = references.models.compactMap { $0 as? Element }
        #else
            try self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
                guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
                var references = ModelReferences(start)
                defer { count = references.count }
                try body(&references)
            }
        #endif
    }
}

extension Array where Element: AnyObject {
    /// True if the array begins with the objects of another.
    func begins(with prefix: [Element]) -> Bool {
        guard count >= prefix.count else { return false }
        guard RuntimeFacts.areUsed else { return zip(self, prefix).allSatisfy { $0 === $1 } }
        return withUnsafeBytes { all in
            prefix.withUnsafeBytes { start in
                guard let all = all.baseAddress, let first = start.baseAddress else { return true }
                return memcmp(all, first, start.count) == 0
            }
        }
    }
}

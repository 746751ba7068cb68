/// A property, or a row, that could not be read from its store.
///
/// An addition to Apple's API. A getter cannot throw: it returns the last known value, otherwise a stand-in, and the
/// context keeps the failure. See ``ModelContext/readFailures``.
public struct ReadFailure: Sendable, CustomStringConvertible {
    /// The entity of the model.
    public let entityName: String
    /// The property that was being read; nil where no single one was.
    public let propertyName: String?
    /// The model whose row could not be read.
    public let persistentModelID: PersistentIdentifier
    /// The cause of the failure.
    public let error: any Error

    package init(
        entityName: String,
        propertyName: String?,
        persistentModelID: PersistentIdentifier,
        error: any Error
    ) {
        self.entityName = entityName
        self.propertyName = propertyName
        self.persistentModelID = persistentModelID
        self.error = error
    }

    /// Names the property and the row, without values.
    public var description: String {
        let place = [entityName, propertyName].compactMap { $0 }.joined(separator: ".")
        return "\(place) (\(persistentModelID.description)): \(error)"
    }
}

/// The reads of a context that have failed and have not succeeded since.
package struct ReadLog {
    /// The failures that are kept; further ones are counted.
    package static let limit = 1_000

    package struct Entry {
        package let failure: ReadFailure
        package let slot: Int

        package init(failure: ReadFailure, slot: Int) {
            self.failure = failure
            self.slot = slot
        }
    }

    package private(set) var entries: [Entry] = []
    /// The number of failures that were not kept, because there were too many.
    package private(set) var leftOut = 0
    /// The failures that have not been reported to an observer.
    package private(set) var unannounced: [ReadFailure] = []
    /// The number of reads that have failed, whether they were tried before or not.
    package private(set) var attempts = 0
    package private(set) var lastError: (any Error)?
    /// True if any model may have a failed read. It is false for almost all contexts, which spares them the search.
    package private(set) var hasMarks = false

    package init() {}

    /// Counts an attempt that failed.
    package mutating func count(_ error: any Error) {
        attempts &+= 1
        lastError = error
    }

    /// A model is marked.
    package mutating func mark() { hasMarks = true }

    /// Keeps a failure.
    /// - Parameter isCurrent: True if an entry still describes a model in memory.
    /// - Returns: False where there are too many.
    package mutating func keep(_ entry: Entry, isCurrent: (Entry) -> Bool) -> Bool {
        if entries.count >= Self.limit { entries.removeAll { !isCurrent($0) } }
        guard entries.count < Self.limit else {
            leftOut += 1
            return false
        }
        entries.append(entry)
        unannounced.append(entry.failure)
        return true
    }

    /// Drops the failures that no longer describe a model in memory.
    package mutating func tidy(_ isCurrent: (Entry) -> Bool) {
        entries.removeAll { !isCurrent($0) }
        if entries.isEmpty { leftOut = 0 }
    }

    package mutating func takeUnannounced() -> [ReadFailure] {
        defer { unannounced = [] }
        return unannounced
    }
}

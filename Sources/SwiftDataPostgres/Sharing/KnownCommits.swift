#if PostgreSQL
/// The transactions of a server's history that a store knows: it has reported them to its container, or they are its own saves.
package struct KnownCommits: Sendable {
    /// Every transaction with this number or a smaller one is known.
    package private(set) var position: Int64
    /// The greater numbers that are known, the numbers of the store's own saves included.
    package private(set) var numbers: Set<Int64> = []
    /// The number of saves that a look has left out as saves of the store, and that did not return as committed.
    private var failureCount = 0

    /// Creates the knowledge of a store that has read nothing.
    /// - Parameter position: Every transaction with this number or a smaller one had ended before anything was read.
    package init(position: Int64) { self.position = position }

    /// True if a look may have left out a commit of another writer, so that the next one reports that any row may have changed.
    package var hasLeftOutFailure: Bool { failureCount > 0 }

    /// Notes the number of a save that is about to commit.
    package mutating func willCommit(_ number: Int64) { numbers.insert(number) }

    /// Notes that a save was not committed, or that its outcome is not known.
    ///
    /// A look that has passed the number meanwhile has left it out as a save of the store. If it is committed after all, no later
    /// look finds it.
    package mutating func didFail(_ number: Int64) { if numbers.remove(number) == nil { failureCount += 1 } }

    /// Notes the result of a look. Returns the numbers of the store's own saves that have committed since the look began, which
    /// its result may have.
    ///
    /// - Parameters:
    ///   - before: The commits that were known when the look began, which its statement has left out.
    ///   - found: The numbers of the transactions that the look has found.
    ///   - horizon: Every transaction with a smaller number had ended.
    ///   - isAnotherServer: True if the server has taken the place of one whose numbers were greater.
    package mutating func endLook(
        since before: KnownCommits,
        found: [Int64],
        horizon: Int64,
        isAnotherServer: Bool = false
    ) -> Set<Int64> {
        let own = numbers.subtracting(before.numbers)
        // Failures during this look are reported by the next one.
        failureCount -= before.failureCount
        // A save that has failed during this look was left out by its statement.
        if !before.numbers.isSubset(of: numbers) { failureCount += 1 }
        if isAnotherServer {
            position = horizon - 1
            numbers = []
        } else {
            numbers.formUnion(found)
            position = max(position, horizon - 1)
            numbers = numbers.filter { $0 > position }
        }
        return own
    }
}
#endif

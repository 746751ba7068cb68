public import SwiftData
import SwiftDataCore

/// The work of the observers of a context to stay current, so that tests and benchmarks can count it.
///
/// ```swift
/// let before = ObserverWork(of: context)
/// trip.name = "Madeira"
/// #expect(observer.results.count == 3)
/// #expect(ObserverWork(of: context).since(before).fetches == 0)
/// ```
public struct ObserverWork: Sendable, Equatable, Codable {
    /// The number of fetches of results, including the first.
    public var fetches = 0
    /// The number of times that changed models were put in their places among results instead.
    public var patches = 0
    /// The number of times that a model was tested against a condition.
    public var tests = 0

    /// No work.
    public init() {}

    /// The work so far.
    public init(of context: ModelContext) {
        guard let counts = context.unit.observers?.counts else { return }
        (fetches, patches, tests) = (counts.fetches, counts.patches, counts.tests)
    }

    /// Returns the work between an earlier moment and this one.
    public func since(_ earlier: ObserverWork) -> ObserverWork {
        var work = self
        work.fetches -= earlier.fetches
        work.patches -= earlier.patches
        work.tests -= earlier.tests
        return work
    }
}

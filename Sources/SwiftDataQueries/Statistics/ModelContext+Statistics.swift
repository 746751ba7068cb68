public import SwiftData
import SwiftDataCore

extension ModelContext {
    /// The reads of the context since it was made, or since ``resetStatistics()``.
    ///
    /// An addition to Apple's API. Where one property of 20 models is read from the store for one model at a time, a
    /// line in the log names it; see ``namesFaultPlaces``.
    public var statistics: ContextStatistics {
        unit.exclusively { ContextStatistics(unit.statistics) }
    }

    /// True if the line in the log about an N+1 names the function that has read the property, with its file and line.
    ///
    /// An addition to Apple's API, for debugging, and false until a program sets it. It has an effect in debug builds on
    /// Linux. All symbols of the program are read for a place, which takes seconds for a large program.
    public var namesFaultPlaces: Bool {
        get { unit.exclusively { unit.namesFaultPlaces } }
        set { unit.exclusively { unit.namesFaultPlaces = newValue } }
    }

    /// Resets the counts to zero.
    public func resetStatistics() {
        unit.exclusively { unit.statistics = ReadStatistics() }
    }

    /// Runs code that may read few values by faults, or none. For tests.
    ///
    /// A fault is a read of a value that no fetch had loaded. The values of models that were fetched together are loaded
    /// together, and count once.
    ///
    /// ```swift
    /// try context.limitingFaults {
    ///     for trip in try context.fetch(descriptor) { print(trip.destination?.name ?? "") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The number of faults at most.
    ///   - body: The code. It runs to its end, since reading a property cannot fail.
    /// - Throws: ``FaultLimitError`` where there were more faults, and the errors of `body`.
    public func limitingFaults<Result>(to limit: Int = 0, _ body: () throws -> Result) throws -> Result {
        let outer = unit.exclusively { unit.statistics }
        resetStatistics()
        defer { unit.exclusively { unit.statistics.add(before: outer) } }
        let result = try body()
        let found = statistics
        if found.faultCount > limit { throw FaultLimitError(limit: limit, faults: found.faults) }
        return result
    }
}

extension ContextStatistics {
    fileprivate init(_ statistics: ReadStatistics) {
        fetchCount = statistics.fetchCount
        fetchedModelCount = statistics.fetchedModelCount
        faultCount = statistics.faultCount
        faults = statistics.faults.map { place, faults in
            Fault(
                entityName: place.entityName,
                propertyName: place.propertyName,
                count: faults.count,
                singleCount: faults.singleCount,
                modelCount: faults.modelCount
            )
        }.sorted { left, right in
            if left.count != right.count { return left.count > right.count }
            return (left.entityName, left.propertyName) < (right.entityName, right.propertyName)
        }
    }
}

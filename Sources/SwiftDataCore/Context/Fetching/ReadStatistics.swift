/// The reads of a context since it began, or since they were last reset.
///
/// ``ModelFetching`` and ``FaultLoading`` note them. A fault that a fetch has loaded along is none.
package struct ReadStatistics: Sendable {
    /// A property that was read before it was fetched.
    package struct Place: Hashable, Sendable {
        package let entityName: String
        package let propertyName: String
    }

    /// The faults of one property.
    package struct Faults: Sendable {
        /// The number of times that the store was asked for the property.
        package var count = 0
        /// The number of times that it was asked for one model alone.
        package var singleCount = 0
        /// The number of models whose values were asked for.
        package var modelCount = 0
    }

    /// The number of fetches, and of the models that they returned.
    package var fetchCount = 0
    package var fetchedModelCount = 0
    package private(set) var faults: [Place: Faults] = [:]
    /// The number of faults of all properties.
    package private(set) var faultCount = 0

    /// The number of reads of a property for one model each from which on the log has a notice.
    package static let repeatedCount = 20

    package init() {}

    /// Notes that the store is asked for a property of some models.
    /// - Returns: True where the property has been read so often that the program is to be warned, which happens once.
    mutating func note(_ entityName: String, _ propertyName: String, modelCount: Int) -> Bool {
        faultCount += 1
        let place = Place(entityName: entityName, propertyName: propertyName)
        var noted = faults[place] ?? Faults()
        defer { faults[place] = noted }
        noted.count += 1
        noted.modelCount += modelCount
        guard modelCount == 1 else { return false }
        noted.singleCount += 1
        return noted.singleCount == Self.repeatedCount
    }

    /// Adds the reads before these statistics began.
    package mutating func add(before earlier: ReadStatistics) {
        fetchCount += earlier.fetchCount
        fetchedModelCount += earlier.fetchedModelCount
        faultCount += earlier.faultCount
        faults.merge(earlier.faults) { later, earlier in
            Faults(
                count: later.count + earlier.count,
                singleCount: later.singleCount + earlier.singleCount,
                modelCount: later.modelCount + earlier.modelCount
            )
        }
    }
}

extension UnitOfWork {
    /// Notes a fault that the store is asked for.
    func noteFault(_ state: ModelState, slot: Int, modelCount: Int) {
        let (entity, property) = (state.layout.entityName, state.layout.properties[slot].name)
        guard statistics.note(entity, property, modelCount: modelCount) else { return }
        let place = namesFaultPlaces ? CallPlace.current : nil
        log.notice(
            """
            \(entity).\(property) was read from the store \(ReadStatistics.repeatedCount) times by one context, each time for \
            one model (N+1)\(place.map { ", the last time by " + $0 } ?? ""). Fetch the models together, or name \
            the relationship in relationshipKeyPathsForPrefetching.
            """
        )
    }
}

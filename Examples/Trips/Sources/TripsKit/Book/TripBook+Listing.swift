import SwiftData

extension TripBook {
    /// The trips that a query asks for.
    public func trips(_ query: TripQuery = TripQuery()) throws -> [Trip] {
        try context.fetch(query.descriptor)
    }

    /// The trips with exactly this name, earliest first.
    public func trips(named name: String) throws -> [Trip] {
        let descriptor = FetchDescriptor<Trip>(
            predicate: #Predicate { $0.name == name },
            sortBy: [SortDescriptor(\.startDate)]
        )
        return try context.fetch(descriptor)
    }

    /// The one trip with this name, and with this first day where it is given.
    ///
    /// Throws ``TripError/noSuchTrip(_:)``, or ``TripError/severalTrips(_:days:)`` when a day is needed to tell.
    public func trip(named name: String, startingOn day: Date? = nil) throws -> Trip {
        let found = try trips(named: name).filter { day == nil || $0.startDate == day }
        guard let trip = found.first else { throw TripError.noSuchTrip(name) }
        guard found.count == 1 else {
            throw TripError.severalTrips(name, days: found.map { Day.text($0.startDate) })
        }
        return trip
    }

    /// The places whose name, region or comment contains a text, by name.
    public func places(search text: String = "", limit: Int? = nil) throws -> [Place] {
        let wantsAnyText = text.isEmpty
        var descriptor = FetchDescriptor<Place>(
            predicate: #Predicate { place in
                wantsAnyText || place.name.localizedStandardContains(text)
                    || place.zone.localizedStandardContains(text)
            },
            sortBy: [SortDescriptor(\.name), SortDescriptor(\.zone)]
        )
        descriptor.fetchLimit = limit
        return try context.fetch(descriptor)
    }
}

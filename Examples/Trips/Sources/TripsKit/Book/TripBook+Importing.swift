import SwiftData

extension TripBook {
    /// The result of an import.
    public struct ImportResult: Equatable {
        /// New places.
        public var added = 0
        /// Places that were brought up to date.
        public var changed = 0
        /// Places that were the same already.
        public var unchanged = 0

        /// The counts, zero unless given.
        public init(added: Int = 0, changed: Int = 0, unchanged: Int = 0) {
            self.added = added
            self.changed = changed
            self.unchanged = unchanged
        }
    }

    /// Brings the places of a table into the store in one save; places that are known are brought up to date.
    public func importPlaces(_ table: ZoneTable) throws -> ImportResult { try importPlaces(table.rows) }

    /// Brings some places into the store in one save; places that are known are brought up to date.
    public func importPlaces(_ rows: some Collection<ZoneRow>) throws -> ImportResult {
        var result = ImportResult()
        let zones = rows.map(\.zone)
        var known: [String: Place] = [:]
        let wanted = FetchDescriptor<Place>(predicate: #Predicate { zones.contains($0.zone) })
        for place in try context.fetch(wanted) { known[place.zone] = place }
        for row in rows {
            if let place = known[row.zone] {
                if place.update(from: row) { result.changed += 1 } else { result.unchanged += 1 }
            } else {
                let place = Place(row)
                context.insert(place)
                known[row.zone] = place
                result.added += 1
            }
        }
        try context.save()
        return result
    }
}

extension Place {
    fileprivate convenience init(_ row: ZoneRow) {
        self.init(
            zone: row.zone,
            name: row.placeName,
            region: row.region,
            countryCodes: row.countryCodes,
            latitude: row.coordinates.latitude,
            longitude: row.coordinates.longitude,
            comment: row.comment
        )
    }

    /// Takes over what is different; whether anything was.
    fileprivate func update(from row: ZoneRow) -> Bool {
        let isSame =
            countryCodes == row.countryCodes && latitude == row.coordinates.latitude
            && longitude == row.coordinates.longitude && comment == row.comment
        if isSame { return false }
        countryCodes = row.countryCodes
        latitude = row.coordinates.latitude
        longitude = row.coordinates.longitude
        comment = row.comment
        return true
    }
}

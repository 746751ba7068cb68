import SwiftData

extension TripBook {
    /// The result of an import.
    package struct ImportResult: Equatable {
        package var added = 0
        package var changed = 0
        package var unchanged = 0

        package init(added: Int = 0, changed: Int = 0, unchanged: Int = 0) {
            self.added = added
            self.changed = changed
            self.unchanged = unchanged
        }
    }

    /// Brings the places of a table into the store in one save; places that are known are brought up to date.
    package func importPlaces(_ table: ZoneTable) throws -> ImportResult {
        var result = ImportResult()
        var known: [String: Place] = [:]
        for place in try context.fetch(FetchDescriptor<Place>()) { known[place.zone] = place }
        for row in table.rows {
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

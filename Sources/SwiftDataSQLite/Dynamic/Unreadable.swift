import SwiftDataCore

/// Content of a store that cannot be read: a value, or rows as a whole.
package struct Unreadable: Sendable {
    /// The entity of the row; of rows as a whole, the one at the root of their table.
    package let entityName: String
    /// Nil for rows as a whole.
    package let propertyName: String?
    /// The keys. Not each of a range needs to have had a row.
    package let keys: ClosedRange<Int64>
    /// The reason, for people.
    package let reason: String
}

/// The properties of rows to read, and the report of values that cannot be read.
///
/// Used by one thread at a time.
package final class RowReading {
    /// The properties by name; nil for all.
    package let properties: Set<String>?
    private let report: (Unreadable) throws -> Void
    private var slots: [String: Set<Int>?] = [:]

    /// - Parameters:
    ///   - properties: The names of the requested properties; nil for all.
    ///   - report: Is called with each value or row that cannot be read. An error that it throws ends the reading.
    package init(properties: Set<String>? = nil, report: @escaping (Unreadable) throws -> Void) {
        self.properties = properties
        self.report = report
    }

    /// The same report for other properties.
    func reading(_ properties: Set<String>?) -> RowReading { RowReading(properties: properties, report: report) }

    /// The requested slots of an entity; nil for all.
    func slots(of entity: StoreEntity) -> Set<Int>? {
        guard let properties else { return nil }
        if let known = slots[entity.name] { return known }
        let all = entity.layout.properties
        let found = Set(all.indices.filter { properties.contains(all[$0].name) })
        slots[entity.name] = found
        return found
    }

    func note(_ unreadable: Unreadable) throws { try report(unreadable) }
}

/// The values and rows that could not be read, until it is certain.
struct ReadFailures {
    /// The files of values that are missing, perhaps since a save has replaced the values meanwhile.
    private(set) var missingFiles: Set<String> = []
    private(set) var all: [Unreadable] = []

    mutating func add(_ failure: ColumnFailure, _ entity: StoreEntity, slot: Int, key: Int64) {
        add(failure.reason, entity, slot: slot, key: key)
    }

    mutating func add(_ missing: MissingExternalFile, _ entity: StoreEntity, slot: Int, key: Int64) {
        missingFiles.insert(missing.name)
        add("the file \(missing.name) that holds the value is missing", entity, slot: slot, key: key)
    }

    mutating func add(_ reason: String, _ entity: StoreEntity, slot: Int?, key: Int64) {
        let name = slot.map { entity.layout.properties[$0].name }
        all.append(Unreadable(entityName: entity.name, propertyName: name, keys: key...key, reason: reason))
    }
}

import SwiftDataCore
import SwiftDataSyncCore

/// The values of a row that a constraint makes unique.
struct HeldValues: Hashable {
    let constraint: SyncRules.Unique
    let values: [SyncValue]

    /// The unique values of a row, with `value` as the source of its properties. Values of nil are not unique.
    static func all(
        _ entity: SyncEntity,
        _ schema: SyncSchema,
        _ value: (SyncName) throws -> SyncValue?
    ) throws -> [HeldValues] {
        try (schema.rules.entities[entity.name]?.unique ?? []).compactMap { constraint in
            let values = try constraint.properties.compactMap { try value($0) }.filter { $0 != .null }
            guard values.count == constraint.properties.count else { return nil }
            return HeldValues(constraint: constraint, values: values)
        }
    }
}

/// The properties of a row of the store as devices exchange them.
struct StoredProperties {
    let entity: SyncEntity
    let row: DefaultSnapshot
    let records: SyncRecords

    func value(_ name: SyncName) throws -> SyncValue? {
        for (slot, property) in entity.properties.enumerated() {
            switch property {
            case .attribute(name, let attribute):
                if case .unloaded = row.values[slot] { return nil }
                return try ValueCoding(attribute: attribute, entity: entity.layout.entityName)
                    .wire(row.values[slot]) { _ in nil }
            case .reference(name):
                guard case .identifier(let target) = row.values[slot] else { return nil }
                return try records.places.row(of: target).map { .reference($0) }
            default: continue
            }
        }
        return nil
    }
}

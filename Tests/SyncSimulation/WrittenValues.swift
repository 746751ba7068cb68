import SwiftData

/// The values that the program of a device has saved. Each value is written once in a schedule, so that it can be looked for in
/// the change sets of all devices.
struct WrittenValues {
    private struct Key: Hashable {
        let row: PersistentIdentifier
        let property: String
    }

    /// A value that the engine may not have captured: the program may still overwrite it, or delete its row.
    private var pending: [Key: String] = [:]
    /// The values that the engine has captured. They must be in a change set.
    private(set) var owed: Set<String> = []

    /// Notes a value that was saved.
    mutating func note(_ value: String, _ property: String, of row: PersistentIdentifier) {
        pending[Key(row: row, property: property)] = "\(row.entityName).\(property).\(value)"
    }

    /// Forgets a property that the program has overwritten with a value that occurs more than once.
    mutating func forget(_ property: String, of row: PersistentIdentifier) {
        pending[Key(row: row, property: property)] = nil
    }

    /// Forgets the values of rows that are gone.
    mutating func keep(_ rows: Set<PersistentIdentifier>) { pending = pending.filter { rows.contains($0.key.row) } }

    /// Notes that the engine has captured everything.
    mutating func markCaptured() {
        owed.formUnion(pending.values)
        pending = [:]
    }

    /// Takes over what another store of the device has captured.
    mutating func owe(_ values: Set<String>) { owed.formUnion(values) }

    /// Forgets what was not captured.
    mutating func drop() { pending = [:] }
}

import SwiftDataCore
import SwiftDataSQL

/// Decides about values and rows that cannot be read. A value that is not an error is `.unloaded`.
protocol DamageHandling {
    /// Notes a column that does not hold a value of its form.
    mutating func add(_ failure: ColumnFailure, _ entity: StoreEntity, slot: Int, key: Int64) throws
    /// Takes note of a value whose file is missing.
    mutating func add(_ missing: MissingExternalFile, _ entity: StoreEntity, slot: Int, key: Int64) throws
    /// Takes note of a row whose entity is neither the one that is read nor one below it. It is left out.
    mutating func leaveOut(_ key: Int64, of asked: StoreEntity) throws
}

/// Damage is the error of the whole read.
struct FailingDamage: DamageHandling {
    func add(_ failure: ColumnFailure, _ entity: StoreEntity, slot: Int, key: Int64) throws {
        throw entity.error(.corruptRow, failure.reason, slot: slot, model: entity.identifier(key))
    }

    func add(_ missing: MissingExternalFile, _ entity: StoreEntity, slot: Int, key: Int64) throws {
        var missing = missing
        missing.report = entity.error(
            .corruptRow,
            "the file \(missing.name) that holds the value is missing",
            slot: slot,
            model: entity.identifier(key)
        )
        throw missing
    }

    func leaveOut(_ key: Int64, of asked: StoreEntity) throws {
        throw StoreError(.corruptRow, Self.unknownEntity, entity: asked.name, model: asked.identifier(key))
    }

    fileprivate static let unknownEntity = "Z_ENT is not the number of this entity or one below it"
}

/// Damage is left out of the result.
struct SkippedDamage: DamageHandling {
    func add(_ failure: ColumnFailure, _ entity: StoreEntity, slot: Int, key: Int64) {}
    func add(_ missing: MissingExternalFile, _ entity: StoreEntity, slot: Int, key: Int64) {}
    func leaveOut(_ key: Int64, of asked: StoreEntity) {}
}

extension ReadFailures: DamageHandling {
    mutating func leaveOut(_ key: Int64, of asked: StoreEntity) {
        add(FailingDamage.unknownEntity, asked, slot: nil, key: key)
    }
}

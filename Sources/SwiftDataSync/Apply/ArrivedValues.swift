import SwiftDataCore
import SwiftDataSyncCore

/// The values of attributes that rows are to have, as the store keeps them.
///
/// Not shared: it serves one call on the thread of the engine.
final class ArrivedValues {
    private let blobs: IncomingBlobs
    private var values: [RecordID: [Int: StoredValue]] = [:]
    /// The large values of rows that have arrived.
    private var large: [RecordID: Set<BlobReference>] = [:]

    init(_ blobs: IncomingBlobs) { self.blobs = blobs }

    /// The values of a row that differ from the store, by slot.
    subscript(row: RecordID) -> [Int: StoredValue] { values[row] ?? [:] }

    /// Reads the values of all attributes of a row, since a row is written as a whole or not at all.
    /// - Parameter current: The row as the store has it; nil for a new one.
    /// - Throws: ``SyncError`` where the store cannot take a value now.
    func read(_ row: RecordID, _ content: RowContent, _ entity: SyncEntity, current: DefaultSnapshot?) throws {
        var found: [Int: StoredValue] = [:]
        var failure: SyncError?
        try entity.checkReadable(content)
        for (slot, property) in entity.properties.enumerated() {
            guard case .attribute(let name, let attribute) = property else { continue }
            let coding = ValueCoding(attribute: attribute, entity: entity.layout.entityName)
            if let value = content.values[name], value != .null || attribute.isOptional {
                if let current, try Self.isEqual(current.values[slot], value, coding) { continue }
                do {
                    found[slot] = try coding.stored(value, bytes: blobs.bytes)
                    if let reference = value.carriedBlob { large[row, default: []].insert(reference) }
                } catch let error as SyncError where error.code == .blobMissing {
                    // The rest is looked for as well, so that all that is missing is fetched together.
                    failure = failure ?? error
                }
            } else if current == nil {
                found[slot] = try Self.initialValue(attribute, entity)
            }
        }
        if let failure { throw failure }
        values[row] = found
    }

    /// Reports the large values that rows have now, and the large values that they still wait for.
    func noteBlobs(isHeld: (RecordID) -> Bool) {
        for (row, references) in large { blobs.note(references, isHeld: isHeld(row)) }
    }

    private static func isEqual(_ stored: StoredValue, _ value: SyncValue, _ coding: ValueCoding) throws -> Bool {
        // A damaged value is replaced.
        if case .unloaded = stored { return false }
        // The size from which on a value travels apart is a setting of each device.
        let isLarge = value.carriedBlob != nil
        return try coding.wire(stored) { isLarge ? BlobReference(of: $0) : nil } == value.content
    }

    /// The value of an attribute that no device has written, as a new model has it.
    private static func initialValue(_ attribute: Schema.Attribute, _ entity: SyncEntity) throws -> StoredValue {
        if let value = attribute.defaultValue { return attribute.stored(value) }
        guard attribute.isOptional else {
            throw SyncError(
                .value,
                "A row has arrived without a value that this version of the app requires. Give the property a default value.",
                entity: entity.layout.entityName,
                property: attribute.name
            )
        }
        return try attribute.encoded(.null)
    }
}

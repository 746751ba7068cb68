import Foundation
import SwiftDataSyncCore

/// Seals the values that a device sends, and opens the values that it receives. Without keys it changes nothing.
///
/// The states on the device have opened values. Values that cannot be opened are part of them in sealed form.
struct ValueSealing: Sendable {
    let keys: (any SyncSealing)?
    let acceptsOpenValues: Bool
    /// The attributes of each class, whose values are no identities.
    private let attributes: [SyncName: Set<SyncName>]

    init(_ configuration: SyncConfiguration, _ schema: SyncSchema) {
        keys = configuration.sealing
        acceptsOpenValues = configuration.acceptsOpenValues
        attributes = schema.entities.values.reduce(into: [:]) { result, entity in
            for case .attribute(let name, _) in entity.properties { result[entity.name, default: []].insert(name) }
        }
    }

    var isOn: Bool { keys != nil }

    func hasKey(_ name: SealingKeyName) -> Bool { keys?.hasKey(name) ?? false }

    // MARK: Sealing

    /// Returns parts that the program has written, with all values sealed but the identities of records.
    /// - Throws: ``SyncSealingError``.
    func sealed(_ parts: [RecordID: RecordState]) throws(SyncSealingError) -> [RecordID: RecordState] {
        guard let keys else { return parts }
        let key = keys.currentKey
        var result: [RecordID: RecordState] = [:]
        for (id, part) in parts {
            result[id] = try part.replacingValues(of: id) { value, place throws(SyncSealingError) in
                if value.isSealed { return value }
                let binding = Data(place.binding(key))
                return .sealed(
                    SealedValue(
                        key: key,
                        bytes: [UInt8](try keys.seal(Data(value.plaintext), by: key, binding: binding))
                    )
                )
            }
        }
        return result
    }

    /// Returns parts that the program has written, with the references of large values whose bytes travel sealed.
    /// - Throws: ``SyncSealingError``.
    func carried(
        _ parts: [RecordID: RecordState],
        _ blobs: OutgoingBlobs
    ) throws(SyncSealingError) -> [RecordID: RecordState] {
        guard let keys else { return parts }
        var result: [RecordID: RecordState] = [:]
        for (id, part) in parts {
            result[id] = try part.replacingValues(of: id) { value, _ throws(SyncSealingError) in
                guard case .blob(let content) = value, let sealed = try blobs.seal(content, keys) else { return value }
                return .sealedBlob(sealed)
            }
        }
        return result
    }

    // MARK: Opening

    /// Returns a part that has arrived with the values that can be opened. Values without a key stay as they are; values that are
    /// refused are left out.
    func opened(_ part: RecordState, of id: RecordID, _ report: inout SealingReport) -> RecordState {
        if keys == nil, part.sealingKeys.isEmpty { return part }
        return part.replacingValues(of: id, includingReferences: true) { value, place in
            guard case .sealed(let sealed) = value else {
                if keys == nil || acceptsOpenValues || isIdentity(value, place) { return value }
                report.addRefused(place, .open)
                return nil
            }
            switch open(sealed, place) {
            case .value(let value): return value
            case .keyMissing:
                report.addUnread(sealed.key)
                return value
            case .notAuthentic:
                report.addRefused(place, .notAuthentic)
                return nil
            }
        }
    }

    /// Returns the values of a state that can be opened by now, as a part of it.
    func openable(_ state: RecordState, of id: RecordID, _ report: inout SealingReport) -> RecordState {
        let values = state.replacingValues(of: id) { value, place in
            guard case .sealed(let sealed) = value else { return nil }
            switch open(sealed, place) {
            case .value(let value): return value
            case .keyMissing:
                report.noteMissing(sealed.key)
                return nil
            case .notAuthentic:
                report.addRefused(place, .notAuthentic)
                return nil
            }
        }
        return RecordState(properties: values.properties)
    }

    /// True for the identity of a record in a relationship, or in a property of a later version of the app. In an attribute it
    /// would be shown as null.
    private func isIdentity(_ value: SyncValue, _ place: SealingPlace) -> Bool {
        guard case .reference = value else { return false }
        return attributes[place.record.entity]?.contains(place.property) != true
    }

    private enum Outcome {
        case value(SyncValue)
        case keyMissing
        case notAuthentic
    }

    private func open(_ sealed: SealedValue, _ place: SealingPlace) -> Outcome {
        guard let keys, keys.hasKey(sealed.key) else { return .keyMissing }
        do {
            let binding = Data(place.binding(sealed.key))
            let plaintext = try keys.open(Data(sealed.bytes), by: sealed.key, binding: binding)
            return .value(try SyncValue(plaintext: [UInt8](plaintext)))
        } catch let error as SyncSealingError where error.code == .keyMissing {
            // It was taken away meanwhile.
            return .keyMissing
        } catch {
            // Bytes that a device with the key has sealed, and that are no value, are refused as well.
            return .notAuthentic
        }
    }
}

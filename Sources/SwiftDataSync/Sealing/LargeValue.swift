import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// A large value by the reference under which a transport carries it.
struct LargeValue: Hashable {
    let carried: BlobReference
    /// The facts about its content where the bytes are sealed.
    let sealed: SealedBlob?

    init(_ reference: BlobReference) { (carried, sealed) = (reference, nil) }

    init(_ sealed: SealedBlob) { (carried, self.sealed) = (sealed.carried, sealed) }
}

extension SyncValue {
    /// The reference under which a transport carries the bytes of the value; nil where they are no large value.
    var carriedBlob: BlobReference? {
        switch self {
        case .blob(let reference): reference
        case .sealedBlob(let sealed): sealed.carried
        default: nil
        }
    }

    /// The value without the way in which its bytes travel.
    var content: SyncValue {
        if case .sealedBlob(let sealed) = self { .blob(sealed.content) } else { self }
    }
}

extension ValueSealing {
    /// Opens the bytes of a large value.
    /// - Throws: ``SyncError`` with code `keyMissing`, or with code `notAuthentic` where they are not the bytes of the
    ///   value.
    func open(_ bytes: Data, of value: SealedBlob) throws -> Data {
        guard let keys else { throw SyncError.keyMissing(value.key) }
        let content: Data
        do {
            let binding = Data(SealingPlace.bindingOfLargeValue(value.key))
            content = try keys.open(bytes, by: value.key, binding: binding)
        } catch {
            guard error.code == .keyMissing else { throw SyncError.notAuthentic }
            throw SyncError.keyMissing(value.key)
        }
        guard value.content.matches(content) else { throw SyncError.notAuthentic }
        return content
    }
}

extension SyncError {
    static func keyMissing(_ key: SealingKeyName) -> SyncError {
        SyncError(
            .keyMissing,
            "A value is sealed by the key \(key), which this device does not have. The row waits for the key."
        )
    }

    fileprivate static var notAuthentic: SyncError {
        SyncError(
            .notAuthentic,
            "The bytes of a large value are not those that a device has sealed. The row waits for another value."
        )
    }
}

extension SyncEntity {
    /// Throws where a relationship of a row is sealed by a key that this device does not have: the row is written as a whole.
    /// - Throws: ``SyncError`` with code `keyMissing`.
    func checkReadable(_ content: RowContent) throws(SyncError) {
        for (slot, property) in properties.enumerated() {
            guard case .reference(let name) = property, case .sealed(let value)? = content.values[name] else {
                continue
            }
            let error = SyncError.keyMissing(value.key)
            throw SyncError(
                error.code,
                error.message,
                entity: layout.entityName,
                property: layout.properties[slot].name
            )
        }
        for name in owners.keys {
            if case .sealed(let value)? = content.values[name] { throw SyncError.keyMissing(value.key) }
        }
    }
}

package import Foundation
import Synchronization

/// The key of an unsaved model. It learns its permanent identifier at the save, so that code that kept the temporary
/// one can still find the model, and no table of old identifiers has to be kept.
///
/// It is a number of this process. The UUID by which it is known outside is made of the number when it is asked for:
/// most keys live until the next save and are never written anywhere.
///
/// `@unchecked Sendable`: `state` has a lock of its own, and the rest is immutable. A class with subclasses cannot be
/// checked.
package class TemporaryKey: Hashable, @unchecked Sendable {
    /// Creation order, for a stable comparison.
    package let serial: UInt64

    /// The permanent identifier that the key has become at its save; nil before.
    private let state = Mutex<PersistentIdentifier?>(nil)
    private static let lastSerial = Atomic<UInt64>(0)
    private static let saves = Atomic<Int>(0)

    /// Grows with each save that has made identifiers permanent.
    static var saveCount: Int { saves.load(ordering: .relaxed) }

    static func noteSave() { saves.wrappingAdd(1, ordering: .relaxed) }

    /// A new key.
    package init() {
        serial = Self.lastSerial.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private init(serial: UInt64) {
        self.serial = serial
    }

    /// The key that is known by a UUID: one of this process, or one that equals none of them.
    package static func known(by uuid: UUID) -> TemporaryKey {
        if let serial = ProcessUUID.serial(of: uuid) { return TemporaryKey(serial: serial) }
        return ForeignTemporaryKey(uuid)
    }

    package var uuid: UUID { ProcessUUID.make(serial) }

    package final var permanent: PersistentIdentifier? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// The UUID of a key that is not of this process.
    fileprivate var foreignUUID: UUID? { nil }

    package static func == (lhs: TemporaryKey, rhs: TemporaryKey) -> Bool {
        lhs === rhs || (lhs.foreignUUID == rhs.foreignUUID && (lhs.foreignUUID != nil || lhs.serial == rhs.serial))
    }

    /// True if the first key precedes the second: by the order of creation. Keys of other processes come last, by their
    /// UUIDs.
    package static func < (lhs: TemporaryKey, rhs: TemporaryKey) -> Bool {
        switch (lhs.foreignUUID, rhs.foreignUUID) {
        case (nil, nil): lhs.serial < rhs.serial
        case (nil, .some): true
        case (.some, nil): false
        case (let left?, let right?): left.uuidString < right.uuidString
        }
    }

    package final func hash(into hasher: inout Hasher) {
        if let foreignUUID { hasher.combine(foreignUUID) } else { hasher.combine(serial) }
    }
}

/// A temporary identifier's key that was made by another process.
///
/// `@unchecked Sendable` without a lock of its own: `known` never changes.
private final class ForeignTemporaryKey: TemporaryKey, @unchecked Sendable {
    private let known: UUID

    init(_ uuid: UUID) {
        known = uuid
        super.init()
    }

    override var uuid: UUID { known }
    override var foreignUUID: UUID? { known }
}

/// The UUIDs of a process's temporary keys: 58 random bits that all of them share, then the number of the key.
private enum ProcessUUID {
    /// Random but for the version, which is 8: a UUID of our own making.
    private static let prefix = UInt64.random(in: 0...UInt64.max) & ~0xF000 | 0x8000
    /// The two bits for the variant of the UUID, and the bits that are left for the number.
    private static let variant: UInt64 = 1 << 63
    private static let numberMask: UInt64 = 1 << 62 - 1

    static func make(_ serial: UInt64) -> UUID {
        var words = (prefix.bigEndian, (serial & numberMask | variant).bigEndian)
        return withUnsafeBytes(of: &words) { bytes in UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) }
    }

    static func serial(of uuid: UUID) -> UInt64? {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            let second = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            guard UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) == prefix, second & ~numberMask == variant
            else { return nil }
            return second & numberMask
        }
    }
}

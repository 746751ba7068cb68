import Foundation

// The text form of an identifier: the address that Core Data gives a row.

extension PersistentIdentifier: LosslessStringConvertible, CustomDebugStringConvertible {
    /// The address of the row, `x-coredata://STORE/Entity/p1`, which no other identifier has.
    ///
    /// A character that is not a letter or a digit of ASCII or one of `-._~` is percent-encoded in each part. The
    /// address of an unsaved model has no store, `x-coredata:///Entity/tUUID`, and becomes another one with the save.
    ///
    /// The conformance is an addition to Apple's API, whose description has this address in it.
    public var description: String { id.description }

    /// The type and the address.
    public var debugDescription: String { "PersistentIdentifier(\(description))" }

    /// Creates the identifier that has an address as its ``description``; nil where there is none.
    ///
    /// The text may come from outside, such as from a web address: nothing is kept of it but in the identifier. The
    /// existence of the row is known only when it is looked for, and `FetchDescriptor` finds it or not without an
    /// error. Check ``entityName`` before you use the identifier for a class.
    ///
    /// An addition to Apple's API.
    public init?(_ description: String) {
        guard let address = IdentifierAddress(description) else { return nil }
        let key: IdentifierKey
        if address.store.isEmpty {
            guard address.key.hasPrefix("t"), let uuid = UUID(uuidString: String(address.key.dropFirst())) else {
                return nil
            }
            key = .temporary(.known(by: uuid))
        } else {
            key = IdentifierKey(parsing: address.key)
        }
        self.init(outside: address.store.isEmpty ? nil : address.store, entity: address.entity, key: key)
        // One identifier has one text.
        guard self.description == description else { return nil }
    }
}

extension PersistentIdentifier.ID: CustomStringConvertible {
    /// The address of the row, as of the ``PersistentIdentifier``.
    public var description: String {
        IdentifierAddress(store: storeIdentifier ?? "", entity: entityName, key: key.text).text
    }
}

extension IdentifierKey {
    /// The last part of the address.
    var text: String {
        switch self {
        case .row(let row): "p\(row)"
        case .custom(let key): key.text
        case .temporary(let key): "t\(key.uuid.uuidString)"
        case .foreign(let foreign): foreign.key.text
        }
    }
}

/// The parts of an address.
private struct IdentifierAddress {
    let store: String
    let entity: String
    let key: String

    private static let scheme = "x-coredata://"

    init(store: String, entity: String, key: String) {
        (self.store, self.entity, self.key) = (store, entity, key)
    }

    /// Nil where the text is none, or has an empty entity or key.
    init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let store = String(parts[0]).removingPercentEncoding,
            let entity = String(parts[1]).removingPercentEncoding, !entity.isEmpty,
            let key = String(parts[2]).removingPercentEncoding, !key.isEmpty
        else { return nil }
        self.init(store: store, entity: entity, key: key)
    }

    var text: String { "\(Self.scheme)\(Self.encoded(store))/\(Self.encoded(entity))/\(Self.encoded(key))" }

    /// A part with nothing in it that has a meaning in an address.
    private static func encoded(_ part: String) -> String {
        if part.utf8.allSatisfy(isPlain) { return part }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in part.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

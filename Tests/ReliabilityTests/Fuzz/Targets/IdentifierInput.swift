import Foundation
import SwiftDataCore

/// Identifiers as text and as JSON.
enum IdentifierInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        let texts = [
            "x-coredata://8E2C3D5A-0B7F-4C11-9E55-0123456789AB/Book/p1", "x-coredata://S/B%C3%BCch/p-9",
            "x-coredata:///Book/t8E2C3D5A-0B7F-4C11-9E55-0123456789AB", "x-coredata://a/b/c%2Fd",
        ]
        let json = try texts.compactMap(PersistentIdentifier.init).map { try JSONEncoder().encode($0) }
        return texts.map { Data($0.utf8) } + json
    }

    static func check(_ data: Data) throws {
        let text = String(decoding: data, as: UTF8.self)
        if let identifier = PersistentIdentifier(text) {
            try require(identifier.description == text, "an identifier with another text")
            try check(identifier)
        }
        let decoded = try accepting(DecodingError.self) {
            try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        }
        if let decoded { try check(decoded) }
    }

    /// The identifier is the same after it was written in either form.
    private static func check(_ identifier: PersistentIdentifier) throws {
        let json = try JSONEncoder().encode(identifier)
        let again: PersistentIdentifier = try rereading("the identifier") {
            try JSONDecoder().decode(PersistentIdentifier.self, from: json)
        }
        try require(
            again == identifier && again.hashValue == identifier.hashValue && !(again < identifier)
                && !(identifier < again) && again.description == identifier.description
                && again.entityName == identifier.entityName && again.storeIdentifier == identifier.storeIdentifier
                && again.isTemporary == identifier.isTemporary,
            "the identifier has become another one"
        )
        // An empty name has no address.
        guard !identifier.entityName.isEmpty, let address = PersistentIdentifier(identifier.description) else { return }
        try require(address == identifier, "the address is that of another identifier")
    }
}

public import Foundation
import SwiftDataCore

/// A position between two models of a sorted fetch.
///
/// The text of a cursor can be sent to a client and back. It holds the sort keys and the identifier of the model at the
/// position, encoded but not encrypted. Pass a ``PageSignature`` where a client must not make cursors of its own.
public struct PageCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The text of the cursor: letters, digits, `-`, `_` and `.`.
    public let description: String

    /// Takes a cursor from its text; nil where the text has other characters, or is longer than 100,000 of them.
    public init?(_ description: String) {
        guard description.utf8.count <= Self.longest, description.utf8.allSatisfy(Self.isPlain) else { return nil }
        self.description = description
    }

    private static let longest = 100_000

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    init(_ position: PagePosition, _ signature: PageSignature?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A number that is none can be a sort key.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        let data = try encoder.encode(position)
        var text = data.base64Text
        if let signature { text += "." + signature.sign(data).base64Text }
        description = text
    }

    /// The position that the text contains.
    /// - Throws: ``PageError`` with code `invalidCursor` where it contains none, or the signature is not the one of its
    ///   text.
    func position(_ signature: PageSignature?) throws -> PagePosition {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false).map { Data(base64Text: $0) }
        guard let data = parts.first ?? nil, parts.count == (signature == nil ? 1 : 2) else {
            throw PageError(code: .invalidCursor)
        }
        if let signature {
            guard let given = parts[1], given.isEqualInConstantTime(to: signature.sign(data)) else {
                throw PageError(code: .invalidCursor)
            }
        }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        guard let position = try? decoder.decode(PagePosition.self, from: data),
            position.version == PagePosition.version
        else {
            throw PageError(code: .invalidCursor)
        }
        return position
    }
}

extension PageCursor: Codable {
    /// Reads the text of a cursor.
    /// - Throws: `DecodingError` where it is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cursor = PageCursor(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is not a page cursor.")
        }
        self = cursor
    }

    /// Writes the text of the cursor.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The seal by which a program recognises the cursors that it has made.
///
/// Give it a keyed hash, such as HMAC-SHA256 of swift-crypto:
///
/// ```swift
/// let signature = PageSignature { Data(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
/// ```
public struct PageSignature: Sendable {
    let sign: @Sendable (Data) -> Data

    /// Creates signatures by a function, which returns the same bytes for the same content.
    public init(_ sign: @escaping @Sendable (Data) -> Data) { self.sign = sign }
}

/// The content of a cursor.
struct PagePosition: Codable {
    var version = PagePosition.version
    /// The entity that is fetched.
    let entityName: String
    /// A hash of the order, which another fetch does not have.
    let order: String
    /// The sort keys of the model.
    let values: [QueryValue]
    /// The text of the model's identifier.
    let identifier: String
    /// The identifier of the model's store.
    let store: String
    /// True for the position behind the model, false for the one before it.
    let isBehind: Bool

    static let version = 2
}

extension Data {
    /// The bytes in the alphabet of base64 for URLs, without padding (RFC 4648, section 5).
    fileprivate var base64Text: String {
        String(
            base64EncodedString().compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }

    fileprivate init?(base64Text: Substring) {
        let text = base64Text.map { $0 == "-" ? "+" : ($0 == "_" ? "/" : $0) }
        self.init(base64Encoded: String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }

    /// Compares all bytes, also after a difference, so that the time reveals nothing about a signature.
    fileprivate func isEqualInConstantTime(to other: Data) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

package import Foundation
import SwiftDataCore
package import SwiftDataSQL

/// Our version hashes of entities, which show if a store's schema is still the one that made it.
///
/// The input of the hashes of Apple's framework is not published, so that ours differ; the metadata of a store name the
/// kind of its hashes. The hash of an entity is the SHA-256 of the lines below, each ended by a line feed, properties
/// by name:
///
/// ```
/// entity <name>
/// modifier <version hash modifier of a property>      only where there is one, after its property
/// super <hash of the parent, hexadecimal>             only below another entity
/// attribute <name> <NSAttributeType> [optional]       not for ephemeral attributes
///  <name> <NSAttributeType> [optional]                each element of a composite, one more space for each level
/// relationship <name> <destination> <minimum> <maximum> <inverse or -> [optional]
/// unique <name>,<name>…                               each constraint, in order of its text
/// ```
///
/// Names of Swift types, default values, delete rules, transformers and indices do not count.
package enum VersionHash {
    /// The number of the description above, kept in the metadata.
    package static let algorithm = 1

    /// The hash of each entity, by name.
    package static func hashes(_ model: ModelOutline) -> [String: Data] {
        let entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var hashes: [String: Data] = [:]
        func hash(_ entity: EntityOutline, depth: Int) -> Data {
            if let known = hashes[entity.name] { return known }
            var lines = ["entity \(entity.name)"]
            // A model whose entities are their own ancestors never gets as far as a file.
            if let parent = entity.superName.flatMap({ entities[$0] }), depth < model.entities.count {
                lines.append("super " + hash(parent, depth: depth + 1).map { String(hexadecimal: $0) }.joined())
            }
            lines += VersionText.lines(entity)
            let digest = SecureHash.sha256(Data(lines.map { $0 + "\n" }.joined().utf8))
            hashes[entity.name] = digest
            return digest
        }
        for entity in model.entities { _ = hash(entity, depth: 0) }
        return hashes
    }

    /// `NSStoreModelVersionHashesDigest`.
    package static func digest(_ hashes: [String: Data]) -> String {
        let sorted = byteOrder(hashes)
        return SecureHash.sha512(Data(sorted.flatMap { Array($0.key.utf8) + Array($0.value) })).base64EncodedString()
    }

    /// `NSStoreModelVersionChecksumKey`.
    package static func checksum(_ hashes: [String: Data]) -> String {
        SecureHash.sha256(Data(byteOrder(hashes).flatMap(\.value))).base64EncodedString()
    }

    private static func byteOrder(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
        hashes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}

extension String {
    fileprivate init(hexadecimal byte: UInt8) {
        self = (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

package import Foundation
package import SwiftDataSQL

/// The model that a sample store carries in its model cache, read by Python.
package struct CachedModel: Decodable {
    let entities: [Entity]
    let version: String

    struct Entity: Decodable {
        let name: String
        let originalName: String
        let parent: String?
        let attributes: [Attribute]
        let relationships: [Relationship]
        let unique: [[String]]
        let indices: [Index]
    }

    struct Attribute: Decodable {
        let name: String
        let originalName: String
        let type: Int
        let valueClass: String?
        let transformer: String?
        let optional: Bool
        let transient: Bool
        let flags: Int
        let isEnum: Bool
        let cases: [String]?
        let dataDefault: Data?
        let elements: [Attribute]
    }

    struct Relationship: Decodable {
        let name: String
        let originalName: String
        let destination: String
        let inverse: String?
        let minimum: Int
        let maximum: Int
        let optional: Bool
        let deleteRule: Int
    }

    struct Index: Decodable {
        let name: String
        let properties: [String]
    }

    /// Throws if Python is missing or finds no model in the file.
    package static func read(_ file: URL) throws -> ModelOutline {
        guard let python = Program.python3 else { throw Program.Failure(status: 127) }
        let json = try python.run(["-", file.path], input: ArchiveReading.common + ArchiveReading.model)
        return try JSONDecoder().decode(Self.self, from: Data(json.utf8)).outline
    }

    /// The model of a store, or of the content of a model cache, with every key of its archive, as text to compare.
    package static func normalized(_ file: URL) throws -> [String] {
        guard let python = Program.python3 else { throw Program.Failure(status: 127) }
        let lines = try python.run(["-", file.path], input: ArchiveReading.common + ArchiveReading.normalized)
        return lines.split(separator: "\n").map(String.init)
    }
}

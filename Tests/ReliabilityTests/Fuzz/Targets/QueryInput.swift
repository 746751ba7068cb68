import Foundation
import SwiftDataCore

/// Conditions as JSON.
enum QueryInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        let paths = FilterInput.paths
        return try FilterInput.filters.map { try FilterInput.node($0, paths) }.map { try JSONEncoder().encode($0) }
    }

    static func check(_ data: Data) throws {
        let node = try accepting(DecodingError.self) { try JSONDecoder().decode(QueryNode.self, from: data) }
        if let node { try check(node) }
    }

    /// The condition is the same after it was written.
    static func check(_ node: QueryNode) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try accepting(EncodingError.self, { try encoder.encode(node) }) else { return }
        let again: QueryNode = try rereading("the condition") { try JSONDecoder().decode(QueryNode.self, from: json) }
        try require(try encoder.encode(again) == json, "the condition has become another one")
        try require(again.description == node.description, "the condition has another description")
    }
}

import Foundation
import SwiftDataCLI
import SwiftDataCore
import SwiftDataSQL

/// The filters of the tool.
enum FilterInput: FuzzedInput {
    static let filters = [
        "pages > 10 and (title contains \"a\" or not title begins with 'b')", "shelf.name = nil",
        "tags.word like '%a_'",
        "tags.count >= 2", "row in (p1, FuzzBook/p2)", "published between 2026-11-21 and 2026-11-22T10:20:30.5+02:00",
        "price != 1.50", "number = 8E2C3D5A-0B7F-4C11-9E55-0123456789AB", "digest = 0x00FF", "isRead", "not isRead",
        "place.town is not nil", "words contains \"x\"", "weight <= 1e3", "shelf = p3", "title finds \"é\\n\"",
        "link = \"https://example.org/a?b=c\"", "title not in (\"a\", nil)", "format = hardcover",
    ]

    static var paths: FilterPaths {
        FilterPaths(FuzzModels.book, in: FuzzModels.outline) { entity, key in
            PersistentIdentifier(store: "FUZZ", entity: entity, row: key)
        }
    }

    static func node(_ text: String, _ paths: FilterPaths) throws -> QueryNode { try FilterParser.query(text, paths) }

    static func seeds() throws -> [Data] { filters.map { Data($0.utf8) } }

    private static let known: Set<String> = Set(FuzzModels.outline.entities.map(\.name))

    static func check(_ data: Data) throws {
        let text = String(decoding: data, as: UTF8.self)
        let paths = FilterPaths(FuzzModels.book, in: FuzzModels.outline) { entity, key in
            // Spaces of identifiers stay for good.
            guard known.contains(entity) else { throw ToolFailure("The store has no entity \(entity).") }
            return PersistentIdentifier(store: "FUZZ", entity: entity, row: key)
        }
        guard let node = try accepting(ToolFailure.self, { try node(text, paths) }) else { return }
        try QueryInput.check(node)
    }
}

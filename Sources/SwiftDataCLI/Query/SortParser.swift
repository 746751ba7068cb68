import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Reads an order such as `shelf.name, pages desc`.
enum SortParser {
    /// - Throws: ``ToolFailure`` with the problem.
    static func keys(_ text: String, _ paths: FilterPaths) throws -> [QuerySort] {
        try text.split(separator: ",").map { part in
            let words = part.split(separator: " ").map(String.init)
            guard let name = words.first, words.count <= 2 else {
                throw failure("name a property, and asc or desc")
            }
            let order: SortOrder
            switch words.dropFirst().first?.lowercased() {
            case nil, "asc": order = .forward
            case "desc": order = .reverse
            case let word?: throw failure("\(word) is neither asc nor desc")
            }
            do {
                return try key(try paths.path(name), order)
            } catch let reason as FilterFailure {
                throw failure(reason.message)
            }
        }
    }

    private static func failure(_ reason: String) -> ToolFailure {
        ToolFailure("The order is not understood: \(reason).", isUsage: true)
    }

    private static func key(_ path: FilterPath, _ order: SortOrder) throws -> QuerySort {
        switch path.end {
        case .row, .rows: throw FilterFailure("\(path.name) is a relationship; name a property of it")
        case .value, .identifier, .number: break
        }
        let manyCount = path.steps.count { step in
            if case .relationship(let relationship, _) = step { return !relationship.isToOne }
            return false
        }
        if manyCount > (path.isCount ? 1 : 0) { throw FilterFailure("\(path.name) has many values") }
        return QuerySort(key: try path.query(fallback: nil) { $0 }, comparison: .natural, order: order)
    }
}

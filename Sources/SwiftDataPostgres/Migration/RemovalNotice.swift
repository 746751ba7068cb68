#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// A notice of the data that a step of a migration removes for good: a program that does not list all models of a store
/// removes the models of other programs.
struct RemovalNotice {
    let step: PostgresStep
    let namespace: String

    private var mapping: ModelMapping { step.mapping }

    /// Writes it to the log, before anything is removed.
    func log(_ connection: PostgresConnection) throws {
        let lines = try removedData(connection) + removedLinks(connection)
        mapping.logRemoval(of: lines, from: "the tables in the namespace \"\(namespace)\"")
    }

    private func count(_ sql: String, _ connection: PostgresConnection) throws -> Int64 {
        try connection.run("SELECT count(*) FROM \(sql)").integer(0, 0) ?? 0
    }

    private func removedData(_ connection: PostgresConnection) throws -> [String] {
        try mapping.removedData { table, columns in
            let rows = "\(table.quotedTable) s WHERE " + (table.isShared ? "s.row_entity = \(table.number)" : "true")
            guard !columns.isEmpty else { return try count(rows, connection) }
            let values = columns.map { "s.\($0.enclosed(in: "\"")) IS NOT NULL" }
            return try count("\(rows) AND (\(values.joined(separator: " OR ")))", connection)
        }
    }

    /// Lines such as `Tag.trips and Trip.tags (9 links)`. A relationship without links has no line.
    private func removedLinks(_ connection: PostgresConnection) throws -> [String] {
        var lines: [String] = []
        let used = Set(mapping.links.flatMap(\.groups).map(\.place))
        for links in try mapping.sourceLinks() {
            guard !links.sides.contains(where: { used.contains($0.place) || used.contains($0.place.flipped) }),
                let side = links.sides.first
            else { continue }
            let names = links.sides.map(\.name).joined(separator: " and ")
            lines += ModelMapping.removalLine(names, try count(side.place.allLinks, connection), "link")
        }
        return lines
    }
}

extension LinkPlace {
    /// The text that follows `FROM`: all links of the place, with a condition at its end.
    var allLinks: String {
        switch self {
        case .column(let table, let column, _, _):
            "\(table.enclosed(in: "\"")) s WHERE s.\(column.enclosed(in: "\"")) IS NOT NULL"
        case .join(let table, _, _): "\(table.enclosed(in: "\"")) s WHERE true"
        }
    }
}
#endif

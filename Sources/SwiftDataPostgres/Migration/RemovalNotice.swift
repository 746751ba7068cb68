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
        let lines = try lines(connection)
        guard !lines.isEmpty else { return }
        let hints = RenameHints(mapping: mapping).sentences.map { " " + $0 }
        SwiftDataCore.log.warning(
            "The migration of the tables in the namespace \"\(namespace)\" removes what the new models do not have: "
                + lines.joined(separator: ", ") + "." + hints.joined()
        )
    }

    /// Lines such as `Trip (3 rows)`, `Trip.name (2 values)` and `Trip.tags (9 links)`. An entity, property or
    /// relationship without data has no line.
    func lines(_ connection: PostgresConnection) throws -> [String] {
        var lines: [String] = []
        func add(_ name: String, _ unit: String, _ sql: String) throws {
            let count = try connection.run("SELECT count(*) FROM \(sql)").integer(0, 0) ?? 0
            if count > 0 { lines.append("\(name) (\(count) \(unit)\(count == 1 ? "" : "s"))") }
        }
        for name in mapping.removedEntities {
            guard let table = mapping.source[name] else { continue }
            try add(name, "row", rows(of: table))
        }
        for entity in mapping.entities {
            guard let source = entity.source, let table = mapping.source[source.name] else { continue }
            for name in entity.removedProperties {
                guard let slot = source.properties.firstIndex(where: { $0.name == name }),
                    source.properties[slot].attribute != nil
                else { continue }
                let columns = table.properties[slot].valueColumns.map { "s.\($0.name.enclosed(in: "\"")) IS NOT NULL" }
                guard !columns.isEmpty else { continue }
                let values = "\(rows(of: table)) AND (\(columns.joined(separator: " OR ")))"
                try add("\(source.name).\(name)", "value", values)
            }
        }
        let used = Set(mapping.links.flatMap(\.groups).map(\.place))
        for links in try mapping.sourceLinks() {
            guard !links.sides.contains(where: { used.contains($0.place) || used.contains($0.place.flipped) }),
                let side = links.sides.first
            else { continue }
            try add(links.sides.map(\.name).joined(separator: " and "), "link", side.place.allLinks)
        }
        return lines
    }

    private func rows(of table: EntityTable) -> String {
        "\(table.quotedTable) s WHERE " + (table.isShared ? "s.row_entity = \(table.number)" : "true")
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

import SwiftDataCore
import SwiftDataSQL

/// Counts the links that a migration removes for good, wherever the source keeps them: a to-many relationship has no
/// column of its own.
struct RemovedLinks {
    let plan: MigrationPlan
    let runner: SQLRunner

    /// Lines such as `Tag.trips and Trip.tags (9 links)`, and `the order of Trip.stops (5 links)`.
    func lines() throws -> [String] {
        var lines: [String] = []
        for links in try plan.mapping.sourceLinks() {
            // Of two to-one relationships each has a column, and one that stays has the links.
            let side = links.sides.first { !groups(in: $0.place).isEmpty } ?? links.sides.first
            guard let side else { continue }
            let lost = try count(side.place, besides: groups(in: side.place).map(\.group))
            let names = links.sides.map(\.name).joined(separator: " and ")
            lines += ModelMapping.removalLine(names, lost, "link")
            for side in links.sides {
                lines += ModelMapping.removalLine("the order of \(side.name)", try lostPositions(side.place), "link")
            }
        }
        return lines
    }

    /// The places of the target that get links from a place of the source.
    private func groups(in place: LinkPlace) -> [(link: LinkMapping, group: LinkGroup)] {
        plan.mapping.links.flatMap { link in
            link.groups.filter { $0.place == place || $0.place.flipped == place }.map { (link, $0) }
        }
    }

    /// The number of links that are in none of some groups.
    private func count(_ place: LinkPlace, besides groups: [LinkGroup]) throws -> Int64 {
        var sql = "SELECT count(*) FROM \(place.links)"
        for group in groups {
            let conditions = plan.pairs(group) { SQLIdentifier.quoted($0) }.conditions
            if conditions.isEmpty { return 0 }
            sql += " AND NOT (\(conditions.joined(separator: " AND ")))"
        }
        return try runner.integer(sql) ?? 0
    }

    /// The number of links that stay and lose their position in their row.
    private func lostPositions(_ place: LinkPlace) throws -> Int64 {
        guard case .column(let table, let key, _, holderIsLeft: false) = place else { return 0 }
        let order = MigrationFile.orderColumn(ofKey: key)
        let links = groups(in: place).map(\.link)
        guard plan.file.has(order, in: table), !links.isEmpty, !links.contains(where: keepsPositions) else { return 0 }
        return try runner.integer(
            "SELECT count(*) FROM \(place.links) AND s.\(SQLIdentifier.quoted(order)) IS NOT NULL"
        ) ?? 0
    }

    private func keepsPositions(_ link: LinkMapping) -> Bool {
        if case .join = link.place { true } else { link.mayHaveOrder }
    }
}

extension LinkPlace {
    /// The SQL behind `FROM`: all links of the source.
    fileprivate var links: String {
        switch self {
        case .column(let table, let column, _, _):
            "\(SQLIdentifier.quoted(table)) AS s WHERE s.\(SQLIdentifier.quoted(column)) IS NOT NULL"
        case .join(let table, _, _): "\(SQLIdentifier.quoted(table)) AS s WHERE 1"
        }
    }
}

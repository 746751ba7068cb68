#if PostgreSQL
import SwiftDataSQL

/// The rows of one entity on their way from table to table.
struct RowMove {
    let mapping: EntityMapping
    let source: EntityTable
    let target: EntityTable
}

/// The origin of the rows of one table of the target.
struct TablePlan {
    /// The root entity of the table.
    let target: EntityTable
    /// The root entity of the table that becomes this one; nil for a table that is made.
    let source: EntityTable?
    /// The entities of the table that there were before.
    let moves: [RowMove]

    /// The entities whose rows stay in their table.
    var staying: [RowMove] { moves.filter { $0.source.tableName == source?.tableName } }
    /// The entities whose rows come from other tables.
    var arriving: [RowMove] { moves.filter { $0.source.tableName != source?.tableName } }
    /// The tables of the rows that come from other tables.
    var arrivingTables: [String] { Set(arriving.map(\.source.tableName)).sorted() }

    /// The plans of all tables. Each table of the source becomes at most one of the target: that of its root entity before
    /// any other.
    static func all(_ step: PostgresStep) -> [TablePlan] {
        let moves = step.mapping.entities.compactMap { mapping -> RowMove? in
            guard let name = mapping.source?.name, let source = step.source.layout[name],
                let target = step.target.layout[mapping.target.name]
            else { return nil }
            return RowMove(mapping: mapping, source: source, target: target)
        }
        struct Pair {
            let source: String
            let target: String
            var rank: Int
        }
        var pairs: [Pair] = []
        for move in moves {
            let isOfRoots = move.source.superNumber == 0 && move.target.superNumber == 0
            let rank = (isOfRoots ? 1_000_000 : 1) + (move.source.tableName == move.target.tableName ? 1000 : 0)
            if let place = pairs.firstIndex(where: {
                $0.source == move.source.tableName && $0.target == move.target.tableName
            }) {
                pairs[place].rank += rank
            } else {
                pairs.append(Pair(source: move.source.tableName, target: move.target.tableName, rank: rank))
            }
        }
        pairs.sort { ($1.rank, $0.source, $0.target) < ($0.rank, $1.source, $1.target) }
        var primaries: [String: String] = [:]
        for pair in pairs where primaries[pair.target] == nil && !primaries.values.contains(pair.source) {
            primaries[pair.target] = pair.source
        }
        return step.target.roots.map { root in
            TablePlan(
                target: root,
                source: primaries[root.tableName].flatMap { step.source.root(named: $0) },
                moves: moves.filter { $0.target.tableName == root.tableName }
            )
        }
    }
}
#endif

#if PostgreSQL
import SwiftDataSQL

/// The way in which the columns of a table that stays become the columns of the target: some are renamed, some are
/// added, some are removed.
struct TableColumnPlan {
    let plan: TablePlan
    let declared: [PostgresTables.Declared]
    /// The origins of columns, by the number that an entity has in the target.
    let origins: [Int64: [String: ColumnOrigin]]
    /// The columns of the source that become columns of the target, by the name that they get.
    private(set) var carriers: [String: String] = [:]
    /// The columns of the source's table.
    let old: [String: PostgresType]
    /// The columns of the source's table that are declared NOT NULL.
    let required: Set<String>

    init(_ plan: TablePlan, _ step: PostgresStep, _ all: ColumnOrigins) throws {
        self.plan = plan
        declared = step.target.columns(of: plan.target)
        var origins: [Int64: [String: ColumnOrigin]] = [:]
        for move in plan.moves { origins[move.target.number] = try all.origins(of: move) }
        self.origins = origins
        guard let source = plan.source else {
            (old, required) = ([:], [])
            return
        }
        old = all.columns(ofSource: source.tableName)
        required = Set(step.source.columns(of: source).filter(\.isNotNull).map(\.name))
        var uses: [String: Set<String>] = [:]
        var counts: [String: [String: Int]] = [:]
        for move in plan.staying {
            for (column, origin) in origins[move.target.number] ?? [:] {
                guard let name = origin.column else { continue }
                uses[name, default: []].insert(column)
                counts[column, default: [:]][name, default: 0] += 1
            }
        }
        for column in declared {
            let candidates = (counts[column.name] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            carriers[column.name] = candidates.map(\.key).first { uses[$0] == [column.name] }
        }
    }

    /// The new names of the columns that stay.
    var renames: [String: String] { Dictionary(carriers.map { ($1, $0) }) { first, _ in first } }

    func type(of column: String) -> PostgresType? { declared.first { $0.name == column }?.type }

    /// True if a column has no NULL already.
    func isRequiredAlready(_ column: String) -> Bool { carriers[column].map(required.contains) ?? false }

    /// True if the origin of a column in the rows of an entity is the column that becomes it.
    func isCarried(_ column: String, _ move: RowMove) -> Bool {
        guard let carrier = carriers[column] else { return false }
        return origins[move.target.number]?[column]?.column == carrier
    }

    /// True if the column that becomes another one may have values in the rows of an entity that do not belong there.
    func hasStray(_ column: String, _ move: RowMove) -> Bool {
        guard let carrier = carriers[column], !isCarried(column, move) else { return false }
        return move.source.ownColumnNames.contains(carrier)
    }
}

extension EntityTable {
    /// The columns in which rows of the entity itself may have values.
    var ownColumnNames: Set<String> {
        let keys =
            implicitKeys.map(\.column)
            + properties.compactMap { slot in
                if case .toOne(let column, _, _) = slot { column } else { nil }
            }
        return Set(properties.flatMap(\.ownColumnNames) + keys + keys.map(PostgresNames.position))
    }
}
#endif

#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The origin of the values of a column in the rows of one entity.
struct ColumnOrigin {
    /// The column of the source; nil where there is none.
    var column: String?
    /// The conversion of its values.
    var cast: ColumnCast?
    /// The value for rows without one, in SQL; nil if no row can need it.
    var fallback: String?
    /// The columns of the source that are all NULL in a row without a value; if there are none, every row is such a row.
    var absence: [String] = []

    /// The value in SQL.
    /// - Parameter name: The name that a column of the source has now, in SQL.
    func text(_ name: (String) -> String) -> String {
        let base = column.map { cast?.text(name($0)) ?? name($0) } ?? "NULL"
        guard let fallback else { return base }
        if absence.isEmpty { return fallback }
        return "CASE WHEN \(Self.isAbsent(absence, name)) THEN \(fallback) ELSE \(base) END"
    }

    /// The condition for rows without a value.
    static func isAbsent(_ absence: [String], _ name: (String) -> String) -> String {
        absence.map { "\(name($0)) IS NULL" }.joined(separator: " AND ")
    }
}

/// The origins of the columns of all tables.
struct ColumnOrigins {
    let step: PostgresStep
    /// The types of the source's columns, by table and name.
    private let types: [String: [String: PostgresType]]

    init(_ step: PostgresStep) {
        self.step = step
        types = Dictionary(
            step.source.roots.map { root in
                let columns = step.source.columns(of: root).map { ($0.name, $0.type) }
                return (root.tableName, Dictionary(columns) { first, _ in first })
            }
        ) { first, _ in first }
    }

    func columns(ofSource table: String) -> [String: PostgresType] { types[table] ?? [:] }

    /// The origins of the columns that an entity's rows have in the target.
    /// - Throws: ``StoreError`` with code `migration` for types between which values have no conversion, and for a default that
    ///   the server cannot keep.
    func origins(of move: RowMove) throws -> [String: ColumnOrigin] {
        var found: [String: ColumnOrigin] = [:]
        for property in move.mapping.properties {
            guard case .attribute(_, let fills) = property else { continue }
            for fill in fills { found[fill.column.name] = try origin(fill, move) }
        }
        let known = columns(ofSource: move.source.tableName)
        for link in step.mapping.links {
            guard case .column(move.target.tableName, let column, let entityColumn, let holderIsLeft) = link.place,
                link.holderNumbers.contains(move.target.number)
            else { continue }
            for group in link.groups where group.goesWithRows {
                let holder = holderIsLeft ? group.left : group.right
                guard case .column(move.source.tableName, let old, let oldEntity, _) = group.place,
                    holder.numbers[move.source.number] != nil
                else { continue }
                found[column] = ColumnOrigin(column: old)
                if let entityColumn, let oldEntity { found[entityColumn] = ColumnOrigin(column: oldEntity) }
                let position = PostgresNames.position(old)
                if known[position] != nil { found[PostgresNames.position(column)] = ColumnOrigin(column: position) }
            }
        }
        return found
    }

    private func origin(_ fill: ColumnFill, _ move: RowMove) throws -> ColumnOrigin {
        guard let form = step.target.form(of: fill.column.name, in: move.target) else { return ColumnOrigin() }
        var origin = ColumnOrigin(absence: fill.absence)
        if case .column(let name, _) = fill.origin, let type = columns(ofSource: move.source.tableName)[name] {
            if let cast = ColumnCast(from: type, to: form.type) {
                (origin.column, origin.cast) = (name, cast)
            } else if step.code?.didMigrate == nil {
                throw StoreError(
                    .migration,
                    "changes from \(type.name) to \(form.type.name). Convert the values in a custom stage.",
                    entity: move.target.entityName,
                    property: fill.path
                )
            }
        }
        guard let fallback = fill.fallback else { return origin }
        do throws(PostgresValueFailure) {
            origin.fallback = try SQLConstant.text(fallback, as: form)
        } catch {
            throw StoreError(
                .migration,
                "has a default that cannot be stored: \(error.reason).",
                entity: move.target.entityName,
                property: fill.path
            )
        }
        return origin
    }
}
#endif

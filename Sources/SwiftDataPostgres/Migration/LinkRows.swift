#if PostgreSQL
import SwiftDataSQL

/// The links of one place of the source as rows of pairs.
struct LinkRows {
    let group: LinkGroup

    init(_ group: LinkGroup) { self.group = group }

    private func quoted(_ name: String) -> String { name.enclosed(in: "\"") }

    var left: String { key(isLeft: true) }
    var right: String { key(isLeft: false) }

    private func key(isLeft: Bool) -> String {
        switch group.place {
        case .column(_, let column, _, let holderIsLeft):
            holderIsLeft == isLeft ? "s.pk" : "s." + quoted(column)
        case .join(_, let left, let right): "s." + quoted(isLeft ? left : right)
        }
    }

    /// The position of a side's row among the rows that the other side leads to; NULL where there is none.
    /// - Parameter hasColumn: True for a column of the place's table.
    func position(isLeft: Bool, _ hasColumn: (String) -> Bool) -> String {
        let column: String
        switch group.place {
        case .column(_, let key, _, let holderIsLeft):
            guard holderIsLeft == isLeft else { return "NULL::bigint" }
            column = PostgresNames.position(key)
        case .join(_, let left, let right): column = PostgresNames.position(isLeft ? left : right)
        }
        return hasColumn(column) ? "s." + quoted(column) : "NULL::bigint"
    }

    /// The text that follows `FROM`: all links of the place, with a condition at its end.
    var from: String { group.place.allLinks }

    /// The condition that the row on a side has one of some numbers.
    func isOf(_ numbers: some Sequence<Int64>, isLeft: Bool) -> String {
        let side = isLeft ? group.left : group.right
        return "EXISTS (SELECT 1 FROM \(quoted(side.table)) x WHERE x.pk = \(key(isLeft: isLeft)) "
            + "AND x.row_entity IN (\(MigrationScript.list(numbers))))"
    }

    /// The condition that the row on a side takes part; nothing where every row does.
    /// - Parameter isOld: True before rows have the numbers of the target.
    func condition(isLeft: Bool, isOld: Bool) -> String {
        let side = isLeft ? group.left : group.right
        guard side.isFiltered else { return "" }
        return " AND " + isOf(isOld ? Array(side.numbers.keys) : Array(side.numbers.values), isLeft: isLeft)
    }

    /// The conditions that rows take part on both sides.
    func conditions(isOld: Bool) -> String {
        condition(isLeft: true, isOld: isOld) + condition(isLeft: false, isOld: isOld)
    }
}
#endif

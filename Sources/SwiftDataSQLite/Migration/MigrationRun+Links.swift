import SwiftDataCore
import SwiftDataSQL

extension MigrationRun {
    /// Makes one join table, with its rows.
    func make(_ work: JoinWork) throws {
        switch work.mode {
        case .create:
            try create(work)
        case .alter(let source, let renames):
            try rename(source, to: work.join.name)
            try renameColumns(renames, of: work.join.name)
        case .rebuild:
            try create(work)
            for group in work.groups { try fill(work, group) }
        }
    }

    private func create(_ work: JoinWork) throws {
        let (first, second) = (
            SQLIdentifier.quoted(work.join.firstColumn), SQLIdentifier.quoted(work.join.secondColumn)
        )
        let orders = work.orders.map { "\(SQLIdentifier.quoted($0.name)) INTEGER, " }.joined()
        try runner.run(
            "CREATE TABLE \(SQLIdentifier.quoted(work.join.name)) ( \(first) INTEGER, \(second) INTEGER, \(orders)"
                + "PRIMARY KEY (\(first), \(second)) )"
        )
    }

    private func fill(_ work: JoinWork, _ group: LinkGroup) throws {
        let pairs = plan.pairs(group) { [unowned self] in current($0) }
        let names = [work.join.firstColumn, work.join.secondColumn] + work.orders.map(\.name)
        var values = work.leftIsFirst ? [pairs.left, pairs.right] : [pairs.right, pairs.left]
        values += work.orders.map { ($0.isLeft ? pairs.positionOfLeft : pairs.positionOfRight) ?? "NULL" }
        let sql =
            "INSERT OR IGNORE INTO \(SQLIdentifier.quoted(work.join.name)) "
            + "(\(names.map { SQLIdentifier.quoted($0) }.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) "
            + "FROM \(pairs.from) AND \(pairs.rowKey) > ? AND \(pairs.rowKey) <= ?"
        try forEachRange(of: current(group.place.table), key: pairs.rowKey) { lower, upper in
            try runner.run(sql) {
                $0.integer(lower)
                $0.integer(upper)
            }
            try progress(work.join.firstEntity, runner.changedRows)
        }
    }

    /// Puts links into a column, once all rows exist.
    func fill(_ link: LinkMapping) throws {
        guard case .column(let table, let column, let entityColumn, let holderIsLeft) = link.place else { return }
        for group in link.groups where !group.goesWithRows {
            let pairs = plan.pairs(group) { [unowned self] in current($0) }
            let (holder, pointed) = holderIsLeft ? (pairs.left, pairs.right) : (pairs.right, pairs.left)
            var values = ["\(holder) AS h", "\(pointed) AS p"]
            var assignments = ["\(SQLIdentifier.quoted(column)) = x.p"]
            if let entityColumn {
                values.append("\(pairs.entityNumber(isLeft: !holderIsLeft)) AS e")
                assignments.append("\(SQLIdentifier.quoted(entityColumn)) = x.e")
            }
            // The position of the holder among the rows that have the same key.
            if link.mayHaveOrder, let position = holderIsLeft ? pairs.positionOfLeft : pairs.positionOfRight {
                let name = MigrationFile.orderColumn(ofKey: column)
                try addOrderColumn(name, to: table)
                values.append("\(position) AS o")
                assignments.append("\(SQLIdentifier.quoted(name)) = x.o")
            }
            let sql =
                "UPDATE \(SQLIdentifier.quoted(table)) SET \(assignments.joined(separator: ", ")) FROM (SELECT "
                + "\(values.joined(separator: ", ")) FROM \(pairs.from) AND \(pairs.rowKey) > ? AND \(pairs.rowKey) <= ?"
                + ") AS x WHERE Z_PK = x.h"
            try forEachRange(of: current(group.place.table), key: pairs.rowKey) { lower, upper in
                try runner.run(sql) {
                    $0.integer(lower)
                    $0.integer(upper)
                }
                try progress(link.entity, runner.changedRows)
            }
        }
    }

    private func addOrderColumn(_ name: String, to table: String) throws {
        let columns = try runner.columnNames(of: table)
        guard !columns.contains(where: { $0.uppercased() == name.uppercased() }) else { return }
        try runner.run("ALTER TABLE \(SQLIdentifier.quoted(table)) ADD COLUMN \(SQLIdentifier.quoted(name)) INTEGER")
    }
}

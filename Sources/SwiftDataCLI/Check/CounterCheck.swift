import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// `Z_PRIMARYKEY`: the numbers of the entities, and the highest key that was handed out.
enum CounterCheck {
    private struct Row {
        let number: Int64
        let name: String
        let superNumber: Int64
        let maximum: Int64?
    }

    static func findings(_ file: CheckedFile) throws -> [Finding] {
        var rows: [Int64: Row] = [:]
        try file.runner.query("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY") { row in
            let maximum = row.storageClass(3) == .integer ? row.integer(3) : nil
            rows[row.integer(0)] = Row(
                number: row.integer(0),
                name: row.text(1),
                superNumber: row.integer(2),
                maximum: maximum
            )
        }
        var findings: [Finding] = []
        for table in file.layout.tables { findings += try Self.findings(table, rows[table.number], file) }
        findings += try unknown(rows, file)
        if file.description.hasHistory { findings += try historyCounters(rows, file) }
        return findings
    }

    private static func findings(_ table: EntityTable, _ row: Row?, _ file: CheckedFile) throws -> [Finding] {
        guard let row else {
            var finding = Finding(.counters, "The entity has no row in Z_PRIMARYKEY.", entity: table.entityName)
            let key = try table.superNumber == 0 ? highestKey(table.tableName, file) : 0
            finding.repair = Repair(
                "Added the row to Z_PRIMARYKEY.",
                [
                    Repair.Statement(
                        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
                        [.integer(table.number), .string(table.entityName), .integer(table.superNumber), .integer(key)]
                    )
                ]
            )
            return [finding]
        }
        var findings: [Finding] = []
        if row.name != table.entityName || row.superNumber != table.superNumber {
            findings.append(misnamed(table, row, file))
        }
        if table.superNumber == 0, let finding = try low(row, table.tableName, table.entityName, file) {
            findings.append(finding)
        }
        return findings
    }

    private static func misnamed(_ table: EntityTable, _ row: Row, _ file: CheckedFile) -> Finding {
        let outline = file.layout.model.entities.first { $0.name == table.entityName }
        // Core Data's migrations leave the name of an entity that was renamed.
        let isRenamed = row.name == outline?.originalName && row.superNumber == table.superNumber
        var finding = Finding(
            .counters,
            isRenamed
                ? "Z_PRIMARYKEY still has the name from before a migration, \(row.name)."
                : "Z_PRIMARYKEY has number \(table.number) as \(row.name) below number \(row.superNumber); the model has "
                    + "it below number \(table.superNumber).",
            entity: table.entityName
        )
        finding.severity = isRenamed ? .note : .problem
        return finding
    }

    /// Keys that were handed out once must not be handed out again.
    private static func low(_ row: Row, _ table: String, _ entity: String?, _ file: CheckedFile) throws -> Finding? {
        let highest = try highestKey(table, file)
        let maximum = row.maximum ?? -1
        guard maximum < highest else { return nil }
        var finding = Finding(
            .counters,
            "The highest key of \(row.name) in Z_PRIMARYKEY is \(row.maximum.map(String.init) ?? "missing"), and there "
                + "is a row \(highest).",
            entity: entity
        )
        finding.repair = Repair(
            "Raised the highest key to \(highest).",
            [Repair.Statement("UPDATE Z_PRIMARYKEY SET Z_MAX = \(highest) WHERE Z_ENT = \(row.number)")]
        )
        return finding
    }

    private static func highestKey(_ table: String, _ file: CheckedFile) throws -> Int64 {
        guard file.has(table, "Z_PK") else { return 0 }
        return try file.runner.integer("SELECT max(Z_PK) FROM \(SQLIdentifier.quoted(table))") ?? 0
    }

    /// Core Data's own entities have numbers from 16001 on.
    private static func unknown(_ rows: [Int64: Row], _ file: CheckedFile) throws -> [Finding] {
        rows.values.filter { $0.number < firstOfCoreData && file.layout[number: $0.number] == nil }
            .sorted { $0.number < $1.number }
            .map {
                Finding(.counters, "Z_PRIMARYKEY has number \($0.number), \($0.name), which the model does not have.")
            }
    }

    private static let firstOfCoreData: Int64 = 16000

    private static func historyCounters(_ rows: [Int64: Row], _ file: CheckedFile) throws -> [Finding] {
        try [
            (16001, "ACHANGE", "CHANGE"), (16002, "ATRANSACTION", "TRANSACTION"),
            (16003, "ATRANSACTIONSTRING", "TRANSACTIONSTRING"),
        ]
        .compactMap { number, table, name in
            if let row = rows[Int64(number)] { return try low(row, table, nil, file) }
            let highest = try highestKey(table, file)
            guard highest > 0 else { return nil }
            var finding = Finding(.counters, "\(name) has rows, and no row in Z_PRIMARYKEY.")
            finding.repair = Repair(
                "Added the row to Z_PRIMARYKEY.",
                [
                    Repair.Statement(
                        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?)",
                        [.integer(Int64(number)), .string(name), .integer(highest)]
                    )
                ]
            )
            return finding
        }
    }
}

import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The files of large values: each must have a row, and each reference a file.
enum ExternalCheck {
    static func findings(_ file: CheckedFile) throws -> [Finding] {
        guard file.external.folder != nil else { return [] }
        let existing = Set(try file.external.names())
        var referenced: Set<String> = []
        var findings: [Finding] = []
        for table in file.layout.tables {
            let names = table.propertyNames(file.layout)
            for (name, columns) in zip(names, table.properties) {
                for column in columns.valueColumns where column.isExternal && file.has(table.tableName, column.name) {
                    if let finding = try missing(table, name, column, existing, &referenced, file) {
                        findings.append(finding)
                    }
                }
            }
        }
        let orphans = existing.subtracting(referenced).sorted()
        if !orphans.isEmpty {
            var finding = Finding(
                .external,
                "Files of the store's folder of large values belong to no row: "
                    + orphans.prefix(Finding.namedKeys).joined(separator: ", ")
                    + (orphans.count > Finding.namedKeys ? ", …" : "") + "."
            )
            finding.count = Int64(orphans.count)
            finding.repair = Repair("Left the files out of the copy.")
            finding.repair?.removedFiles = orphans
            findings.append(finding)
        }
        return findings
    }

    private static func missing(
        _ table: EntityTable,
        _ property: String,
        _ column: Column,
        _ existing: Set<String>,
        _ referenced: inout Set<String>,
        _ file: CheckedFile
    ) throws -> Finding? {
        let name = SQLIdentifier.quoted(column.name)
        let own = table.isShared ? "Z_ENT = \(table.number) AND " : ""
        var keys: [Int64] = []
        try file.runner.query(
            "SELECT Z_PK, \(name) FROM \(table.quotedTable) WHERE \(own)typeof(\(name)) = 'blob' AND length(\(name)) = 38"
        ) { row in
            guard let reference = ExternalStorage.fileName(row.blob(1)) else { return }
            referenced.insert(reference)
            guard !existing.contains(reference), try file.external.size(of: reference) == nil else { return }
            keys.append(row.integer(0))
        }
        guard !keys.isEmpty else { return nil }
        var finding = Finding(
            .external,
            "Rows refer to files of large values that are not there.",
            entity: table.entityName,
            property: property
        )
        (finding.count, finding.keys) = (Int64(keys.count), Array(keys.prefix(Finding.namedKeys)))
        if column.isOptional {
            let sql = "UPDATE \(table.quotedTable) SET \(name) = NULL, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?"
            finding.repair = Repair(
                "Cleared the values whose files are lost.",
                keys.map { Repair.Statement(sql, [.integer($0)]) }
            )
        }
        return finding
    }
}

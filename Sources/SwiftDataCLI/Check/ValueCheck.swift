import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Every value is read as its attribute, and must be there where the attribute is not optional.
enum ValueCheck {
    /// One column with the requirements on its values.
    private struct Checked {
        let path: String
        let column: Column
        let form: ColumnForm
        let defaultValue: StoredValue?
        /// True if the value may be a collection in a composite, which is kept as JSON. The model does not distinguish
        /// it from bytes.
        let mayBeJSON: Bool
    }

    private struct Wrong {
        var count: Int64 = 0
        var keys: [Int64] = []

        mutating func add(_ key: Int64) {
            count += 1
            if keys.count < Finding.namedKeys { keys.append(key) }
        }
    }

    static func findings(_ file: CheckedFile) throws -> [Finding] {
        try file.layout.tables.flatMap { table in
            file.has(table.tableName, "Z_PK") ? try findings(table, file) : []
        }
    }

    private static func findings(_ table: EntityTable, _ file: CheckedFile) throws -> [Finding] {
        let columns = columns(table, file).filter { file.has(table.tableName, $0.column.name) }
        guard !columns.isEmpty else { return [] }
        var unfit = [Wrong](repeating: Wrong(), count: columns.count)
        var missing = unfit
        var collections = columns.map { JSONBytesCheck(isCertain: $0.mayBeJSON && isCollection($0, table, file)) }
        let names = columns.map { SQLIdentifier.quoted($0.column.name) }.joined(separator: ", ")
        let condition = table.isShared ? " WHERE Z_ENT = \(table.number)" : ""
        try file.runner.query("SELECT Z_PK, \(names) FROM \(table.quotedTable)\(condition)") { row in
            for (index, checked) in columns.enumerated() {
                if row.isNull(index + 1) {
                    if !checked.column.isOptional { missing[index].add(row.integer(0)) }
                } else if !fits(row, index + 1, checked) {
                    unfit[index].add(row.integer(0))
                } else if checked.mayBeJSON {
                    collections[index].add(row.blob(index + 1), row.integer(0))
                }
            }
        }
        return columns.indices.flatMap { index -> [Finding] in
            let checked = columns[index]
            return [
                finding(unfit[index], "Values do not fit the attribute.", table, checked, repair: nil),
                finding(
                    missing[index],
                    "Values are missing where the attribute is not optional.",
                    table,
                    checked,
                    repair: checked.defaultValue.map { fill(checked, with: $0, in: table) }
                ),
                collections[index].finding(table.entityName, checked.path),
            ].compactMap { $0 }
        }
    }

    private static func isCollection(_ checked: Checked, _ table: EntityTable, _ file: CheckedFile) -> Bool {
        file.description.metadata.isCollection(table.entityName, checked.path)
    }

    private static func fits(_ row: ResultRow, _ index: Int, _ checked: Checked) -> Bool {
        guard checked.column.isExternal else {
            return (try? ColumnCoding.read(index, as: checked.form, of: row)) != nil
        }
        guard row.storageClass(index) == .blob else { return false }
        return row.withBlob(index) { bytes in
            switch bytes.first {
            case 1: true
            case 2: ExternalStorage.fileName(Data(bytes)) != nil
            default: false
            }
        }
    }

    private static func columns(_ table: EntityTable, _ file: CheckedFile) -> [Checked] {
        let outline = file.layout.model.entities.first { $0.name == table.entityName }
        var found: [Checked] = []
        for (property, columns) in zip(outline?.properties ?? [], table.properties) {
            guard case .attribute(let attribute) = property, !attribute.isTransient else { continue }
            add(attribute, columns, path: attribute.name, isElement: false, to: &found)
        }
        return found
    }

    private static func add(
        _ attribute: AttributeOutline,
        _ columns: PropertyColumns,
        path: String,
        isElement: Bool,
        to found: inout [Checked]
    ) {
        switch columns {
        case .value(let column):
            guard let form = ColumnForm(attribute.kind, isElement: isElement) else { return }
            let value = isPlain(attribute.defaultValue) && !column.isExternal ? attribute.defaultValue : nil
            let mayBeJSON = isElement && form == .data && !column.isExternal
            found.append(Checked(path: path, column: column, form: form, defaultValue: value, mayBeJSON: mayBeJSON))
        case .composite(let elements, _):
            for (element, columns) in zip(attribute.elements, elements) {
                add(element, columns, path: "\(path).\(element.name)", isElement: true, to: &found)
            }
        case .toOne, .toManyByKey, .toManyByJoin, .none: break
        }
    }

    private static func isPlain(_ value: StoredValue?) -> Bool {
        switch value {
        case .integer, .double, .string, .date, .uuid, .url: true
        default: false
        }
    }

    private static func finding(
        _ wrong: Wrong,
        _ message: String,
        _ table: EntityTable,
        _ checked: Checked,
        repair: Repair?
    ) -> Finding? {
        guard wrong.count > 0 else { return nil }
        var finding = Finding(.values, message, entity: table.entityName, property: checked.path)
        (finding.count, finding.keys, finding.repair) = (wrong.count, wrong.keys, repair)
        return finding
    }

    private static func fill(_ checked: Checked, with value: StoredValue, in table: EntityTable) -> Repair {
        let column = SQLIdentifier.quoted(checked.column.name)
        let own = table.isShared ? " AND Z_ENT = \(table.number)" : ""
        return Repair(
            "Set the missing values to the attribute's default.",
            [
                Repair.Statement(
                    "UPDATE \(table.quotedTable) SET \(column) = ?, Z_OPT = Z_OPT + 1 WHERE \(column) IS NULL\(own)",
                    [value]
                )
            ]
        )
    }
}

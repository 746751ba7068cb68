import SwiftDataCore
import SwiftDataSQLite

/// Rows as text, as JSON and as CSV.
struct RowReport {
    private let rows: [DynamicRow]
    /// Nil where all properties are shown, each row with its own.
    private let names: [String]?
    private let values: [[ShownValue]]

    /// All properties of the rows.
    init(_ rows: [DynamicRow]) {
        self.rows = rows
        names = nil
        values = []
    }

    /// Some properties.
    /// - Parameter values: The values of each row, in the order of the names.
    init(_ rows: [DynamicRow], names: [String], values: [[ShownValue]]) {
        self.rows = rows
        self.names = names
        self.values = values
    }

    var isEmpty: Bool { rows.isEmpty }

    private func name(_ row: DynamicRow) -> String { RowName.text(row.entityName, row.primaryKey) }

    // MARK: JSON

    var json: JSONValue { .array(rows.indices.map(object)) }

    private func object(_ index: Int) -> JSONValue {
        let row = rows[index]
        let members =
            names.map { zip($0, values[index]).map { JSONValue.Member(key: $0, value: $1.json) } }
            ?? row.values.map { JSONValue.Member(key: $0.name, value: .literal($0.value.jsonText)) }
        return .members([
            "id": .string(name(row)),
            "identifier": .string(row.id.description),
            "entity": .string(row.entityName),
            "values": .object(members),
        ])
    }

    // MARK: Table and CSV

    /// The columns: the requested ones, or all properties that some row has, in the order in which they come.
    private var columns: [String] {
        if let names { return names }
        var (columns, known): ([String], Set<String>) = ([], [])
        var lists: Set<String> = []
        for row in rows where lists.insert(row.entityName).inserted {
            for name in row.propertyNames where known.insert(name).inserted { columns.append(name) }
        }
        return columns
    }

    private func cells(_ index: Int, _ columns: [String]) -> [ShownValue] {
        names == nil ? columns.map { .value(rows[index][$0] ?? .null) } : values[index]
    }

    func csv(_ write: (String) -> Void) {
        let columns = columns
        write(CSV.line(["id"] + columns))
        for index in rows.indices { write(CSV.line([name(rows[index])] + cells(index, columns).map(\.csv))) }
    }

    /// - Parameter width: The maximum number of cells of a line: columns are left out then; nil for no limit.
    func table(isFull: Bool, width: Int?) -> (table: TextTable, leftOut: [String]) {
        let columns = columns
        var table = TextTable([.text("Row")] + columns.map { .text($0) })
        for index in rows.indices {
            table.add([name(rows[index])] + cells(index, columns).map { $0.text(isFull: isFull) })
        }
        guard let width, names == nil else { return (table, []) }
        return table.fitting(width)
    }
}

import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Writes rows as text.
struct StoreExport {
    private let store: DynamicStore
    /// Is told how many rows are done, how many there are, and of which entity.
    private let report: (Int, Int, String) -> Void

    init(_ store: DynamicStore, report: @escaping (Int, Int, String) -> Void) {
        self.store = store
        self.report = report
    }

    /// A line for each row of some entities.
    func jsonLines(of names: [String], _ write: (String) throws -> Void) throws {
        let total = try names.reduce(0) { try $0 + store.count(of: $1) }
        var done = 0
        for name in names {
            try rows(of: name) { row, values in
                let line = JSONValue.members([
                    "entity": .string(row.entityName),
                    "id": .string(RowName.text(row.entityName, row.primaryKey)),
                    "values": .object(values),
                ])
                try write(line.text(isPretty: false) + "\n")
                done += 1
                if done % 100 == 0 { report(done, total, name) }
            }
        }
    }

    /// A line with the names of the properties, and one for each row.
    func csv(of name: String, _ write: (String) throws -> Void) throws {
        let total = try store.count(of: name)
        let properties = try DynamicTool.entity(name, of: store).properties.map(\.name)
        try write(CSV.line(["id"] + properties))
        var done = 0
        try rows(of: name) { row, values in
            let cells = values.map { Self.cell($0.value) }
            try write(CSV.line([RowName.text(row.entityName, row.primaryKey)] + cells))
            done += 1
            if done % 100 == 0 { report(done, total, name) }
        }
    }

    /// The rows of exactly one entity.
    private func rows(of name: String, _ body: (DynamicRow, [JSONValue.Member]) throws -> Void) throws {
        try store.forEachRow(of: name) { row in
            guard row.entityName == name else { return }
            do {
                let values = try row.values.map {
                    JSONValue.Member(key: $0.name, value: try ExportedValue.json($0.value))
                }
                try body(row, values)
            } catch let failure as ToolFailure {
                throw ToolFailure("\(RowName.text(row.entityName, row.primaryKey)): \(failure)")
            }
        }
    }

    private static func cell(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .string(let text): text
        default: value.text(isPretty: false)
        }
    }
}

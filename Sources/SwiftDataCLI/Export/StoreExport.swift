import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Writes rows as text.
struct StoreExport {
    private let store: DynamicStore
    private let unreadable: UnreadableReport
    /// Is told how many rows are done, how many there are, and of which entity.
    private let report: (Int, Int, String) -> Void

    init(_ store: DynamicStore, _ unreadable: UnreadableReport, report: @escaping (Int, Int, String) -> Void) {
        self.store = store
        self.unreadable = unreadable
        self.report = report
    }

    /// A line for each row of some entities.
    func jsonLines(of names: [String], _ write: (String) throws -> Void) throws {
        let total = names.reduce(0) { $0 + count($1) }
        var done = 0
        for name in names {
            try rows(of: name) { row, values in
                let line = JSONValue.members([
                    "entity": .string(row.entityName),
                    "id": .string(RowName.text(row.entityName, row.primaryKey)),
                    "values": .object(
                        zip(row.propertyNames, values).compactMap { name, value in
                            value.map { JSONValue.Member(key: name, value: $0) }
                        }
                    ),
                ])
                try write(line.text(isPretty: false) + "\n")
                done += 1
                if done % 100 == 0 { report(done, total, name) }
            }
        }
    }

    /// A line with the names of the properties, and one for each row.
    func csv(of name: String, _ write: (String) throws -> Void) throws {
        let total = count(name)
        let properties = try DynamicTool.entity(name, of: store).properties.map(\.name)
        try write(CSV.line(["id"] + properties))
        var done = 0
        try rows(of: name) { row, values in
            let cells = values.map { $0.map(Self.cell) ?? nil }
            try write(CSV.line([RowName.text(row.entityName, row.primaryKey)] + cells))
            done += 1
            if done % 100 == 0 { report(done, total, name) }
        }
    }

    /// How many rows there are, for progress only: a damaged file may not tell.
    private func count(_ name: String) -> Int { (try? store.count(of: name)) ?? 0 }

    /// The rows of exactly one entity, with the values by slot; nil for what cannot be read.
    private func rows(of name: String, _ body: (DynamicRow, [JSONValue?]) throws -> Void) throws {
        try store.forEachReadableRow(of: name, RowReading(report: unreadable.tell)) { row in
            let values = try row.values.map { member in
                member.value == .unreadable ? nil : try ExportedValue.json(member.value)
            }
            try body(row, values)
        }
    }

    /// A cell of CSV.
    static func cell(_ value: JSONValue) -> String? {
        switch value {
        case .null: nil
        case .string(let text): text
        default: value.text(isPretty: false)
        }
    }
}

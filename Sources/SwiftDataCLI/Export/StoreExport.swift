import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Writes rows as text.
struct StoreExport {
    private let store: DynamicStore
    private let unreadable: UnreadableReport
    /// A function that is called with the number of rows that are done, the number of all rows, and their entity.
    private let report: (Int, Int, String) -> Void

    init(_ store: DynamicStore, _ unreadable: UnreadableReport, report: @escaping (Int, Int, String) -> Void) {
        self.store = store
        self.unreadable = unreadable
        self.report = report
    }

    /// A line for each row of some entities.
    func jsonLines(of names: [String], _ write: ([UInt8]) throws -> Void) throws {
        let total = names.reduce(0) { $0 + count($1) }
        var done = 0
        for name in names {
            var lines = RowLines(of: try DynamicTool.entity(name, of: store))
            try rows(of: name) { row in
                try write(try lines.bytes(of: row))
                done += 1
                if done.isMultiple(of: Self.reported) { report(done, total, name) }
            }
        }
    }

    /// The number of rows after which the progress is reported.
    private static let reported = 1_000

    /// A line with the names of the properties, and one for each row.
    func csv(of name: String, _ write: (String) throws -> Void) throws {
        let total = count(name)
        let properties = try DynamicTool.entity(name, of: store).properties.map(\.name)
        try write(CSV.line(["id"] + properties))
        var done = 0
        try rows(of: name) { row in
            let cells = try row.values.map { member -> String? in
                if member.value == .unreadable { return nil }
                return Self.cell(try ExportedValue.json(member.value))
            }
            try write(CSV.line([RowName.text(row.entityName, row.primaryKey)] + cells))
            done += 1
            if done.isMultiple(of: Self.reported) { report(done, total, name) }
        }
    }

    /// The number of rows, for progress only: it may be unknown for a damaged file.
    private func count(_ name: String) -> Int { (try? store.count(of: name)) ?? 0 }

    /// The rows of exactly one entity.
    private func rows(of name: String, _ body: (DynamicRow) throws -> Void) throws {
        try store.forEachReadableRow(of: name, RowReading(report: unreadable.note)) { row in
            do {
                try body(row)
            } catch let failure as ToolFailure {
                throw ToolFailure("\(RowName.text(row.entityName, row.primaryKey)): \(failure)")
            }
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

import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Writes the rows of `ACHANGE` of one transaction, one after the other, as many by one statement as can be.
struct HistoryRows {
    private let runner: SQLRunner
    private let transaction: Int64
    /// The key of the next row.
    private var next: Int64
    /// The changes that are written next.
    private var waiting: [HistoryChangeRows.Part] = []
    private var waitingCount = 0
    /// True if SQLite would give the next row its number by itself. It looks for no row of that number then, which is a
    /// third of writing one.
    private let isAtEnd: Bool

    /// The number of rows from which on a run has a statement of its own.
    private static let longRun = 64
    /// The maximum number of bitmaps that may wait.
    private static let mostWaiting = 10_000

    init(runner: SQLRunner, transaction: Int64, next: Int64, isAtEnd: Bool) {
        self.isAtEnd = isAtEnd
        self.runner = runner
        self.transaction = transaction
        self.next = next
    }

    /// Reports rows whose keys follow each other.
    /// - Parameter table: The table in which they all are, if they are in one.
    mutating func write(_ kind: ChangeLog.Kind, _ run: ChangeLog.Run, of table: String?) throws {
        guard run.count >= Self.longRun else {
            return try wait(HistoryChangeRows.Part(kind: kind, entity: run.entity, keys: run.keys, columns: nil))
        }
        try flush()
        let (first, last) = (run.keys.lowerBound, run.keys.upperBound)
        let sql = insertion(number: "?2 + key", "?3, ?4, key, ?5, NULL")
        let numbers = [next &- first, kind.rawValue, run.entity, transaction]
        if let table {
            try runner.run(sql + "(SELECT Z_PK AS key FROM \(table) WHERE Z_PK BETWEEN ?1 AND ?6 ORDER BY Z_PK)") {
                binder in
                for number in [first] + numbers + [last] { binder.integer(number) }
            }
        } else {
            let keys = "(SELECT \(MemoryTable.column(0)) AS key FROM \(MemoryTable.name)(?1))"
            try runner.run(sql + keys, reading: KeyRun(run.keys)) { binder in
                for number in numbers { binder.integer(number) }
            }
        }
        next += Int64(run.count)
    }

    /// Reports an updated row.
    mutating func write(_ row: ChangeLog.Row, columns: Data?) throws {
        try wait(HistoryChangeRows.Part(kind: .update, entity: row.entity, keys: row.key...row.key, columns: columns))
    }

    /// Reports a deleted row, with values that it had.
    mutating func write(
        _ row: ChangeLog.Row,
        _ tombstones: [ChangeLog.StoredTombstone],
        _ values: inout TombstoneValues
    ) throws {
        guard !tombstones.isEmpty else {
            return try wait(
                HistoryChangeRows.Part(kind: .delete, entity: row.entity, keys: row.key...row.key, columns: nil)
            )
        }
        try flush()
        try runner.run(Self.insertion(tombstones: tombstones.map(\.column.name))) { binder in
            bind(.delete, row, nil, &binder)
            try values.bind(tombstones, of: row, to: &binder)
        }
        next += 1
    }

    /// Writes the waiting rows. Called at the end.
    mutating func flush() throws {
        guard let first = waiting.first else { return }
        if waitingCount == 1 {
            try runner.run(Self.insertion(tombstones: [])) { binder in
                bind(
                    first.kind,
                    ChangeLog.Row(entity: first.entity, key: first.keys.lowerBound),
                    first.columns,
                    &binder
                )
            }
        } else {
            let values = (0..<4).map(MemoryTable.column)
            let sql =
                insertion(
                    number: values[0],
                    "\(values[1]), \(values[2]), \(values[3]), ?2, \(MemoryTable.column(4))"
                ) + "\(MemoryTable.name)(?1)"
            try runner.run(sql, reading: HistoryChangeRows(waiting, count: waitingCount, from: next)) { binder in
                binder.integer(transaction)
            }
        }
        next += Int64(waitingCount)
        waitingCount = 0
        waiting.removeAll(keepingCapacity: true)
    }

    private mutating func wait(_ part: HistoryChangeRows.Part) throws {
        waiting.append(part)
        waitingCount += part.keys.count
        if waiting.count >= Self.mostWaiting { try flush() }
    }

    /// The beginning of a statement that writes rows which follow each other.
    private func insertion(number: String, _ values: String) -> String {
        let entity = HistoryTables.changeNumber
        if isAtEnd { return "INSERT INTO ACHANGE (\(Self.columns)) SELECT \(entity), \(values) FROM " }
        return "INSERT INTO ACHANGE (Z_PK, \(Self.columns)) SELECT \(number), \(entity), \(values) FROM "
    }

    private static let columns = "Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"

    private static func insertion(tombstones: [String]) -> String {
        let names = tombstones.map { ", " + SQLIdentifier.quoted($0) }.joined()
        let marks = String(repeating: ", ?", count: tombstones.count)
        return "INSERT INTO ACHANGE (Z_PK, \(columns)\(names)) "
            + "VALUES (?, \(HistoryTables.changeNumber), ?, ?, ?, ?, ?\(marks))"
    }

    private func bind(
        _ kind: ChangeLog.Kind,
        _ row: ChangeLog.Row,
        _ columns: Data?,
        _ binder: inout ParameterBinder
    ) {
        binder.integer(next)
        binder.integer(kind.rawValue)
        binder.integer(row.entity)
        binder.integer(row.key)
        binder.integer(transaction)
        if let columns { binder.blob(columns) } else { binder.null() }
    }
}

/// Keys that follow each other, one in each row.
private final class KeyRun: MemoryRows {
    private let first: Int64

    init(_ keys: ClosedRange<Int64>) {
        first = keys.lowerBound
        super.init(count: keys.count)
    }

    override func put(_ column: Int, of row: Int, into result: inout FunctionResult) {
        result.integer(first + Int64(row))
    }
}

/// The rows that the history gets: number, kind, entity, key and bitmap.
private final class HistoryChangeRows: MemoryRows {
    /// Rows of an entity with keys that follow each other.
    struct Part {
        let kind: ChangeLog.Kind
        let entity: Int64
        let keys: ClosedRange<Int64>
        let columns: Data?
    }

    private let parts: [Part]
    private let first: Int64
    /// The part that was asked for last, and the rows before it.
    private var part = 0
    private var before = 0

    init(_ parts: [Part], count: Int, from first: Int64) {
        self.parts = parts
        self.first = first
        super.init(count: count)
    }

    override func put(_ column: Int, of row: Int, into result: inout FunctionResult) {
        if row < before { (part, before) = (0, 0) }
        while row - before >= parts[part].keys.count {
            before += parts[part].keys.count
            part += 1
        }
        switch column {
        case 0: result.integer(first + Int64(row))
        case 1: result.integer(parts[part].kind.rawValue)
        case 2: result.integer(parts[part].entity)
        case 3: result.integer(parts[part].keys.lowerBound + Int64(row - before))
        default: if let columns = parts[part].columns { result.blob(columns) } else { result.null() }
        }
    }
}

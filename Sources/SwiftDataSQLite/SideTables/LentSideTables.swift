import Foundation
import SwiftDataCore

/// The side tables of a store on a connection in use.
///
/// Not shared: they belong to the call that they are lent to.
final class LentSideTables: SideTables {
    /// The store's connections, while code of the task uses side tables of the store.
    @TaskLocal static var connection: ObjectIdentifier?

    private let runner: SQLRunner
    private let statements: SideTableStatements
    private let isWritable: Bool
    private let thread = Thread.current
    private var isOver = false
    /// True if a statement has been run that may have written.
    private(set) var hasWritten = false

    private init(_ runner: SQLRunner, _ statements: SideTableStatements, isWritable: Bool) {
        self.runner = runner
        self.statements = statements
        self.isWritable = isWritable
    }

    /// Lends the side tables of a store for one call.
    /// - Returns: The result of the call, and true if it has run a statement that may have written.
    static func lend<Result>(
        of store: DefaultStore,
        _ runner: SQLRunner,
        isWritable: Bool,
        _ body: (any SideTables) throws -> Result
    ) throws -> (result: Result, hasWritten: Bool) {
        let tables = LentSideTables(runner, store.sideTableStatements, isWritable: isWritable)
        defer { tables.isOver = true }
        let result = try $connection.withValue(ObjectIdentifier(store.connection)) { try body(tables) }
        return (result, tables.hasWritten)
    }

    func run(_ sql: String, _ values: [StoredValue]) throws { try run(sql, each: CollectionOfOne(values)) }

    func run(_ sql: String, each rows: [[StoredValue]]) throws { try run(sql, each: rows[...]) }

    private func run(_ sql: String, each rows: some Sequence<[StoredValue]>) throws {
        try check()
        guard isWritable else { throw StoreError(.readOnly, "The side tables can only be read in this call.") }
        if try !statements.check(sql, runner) { hasWritten = true }
        let statement = try runner.prepare(sql)
        for values in rows {
            try statement.run { binder in try Self.bind(values, to: &binder) }
        }
    }

    func forEachRow(_ sql: String, _ values: [StoredValue], _ body: ([StoredValue]) throws -> Bool) throws {
        try check()
        guard try statements.check(sql, runner) else {
            throw SQLFailure.refused("only reading is allowed here: one SELECT")
        }
        let statement = try runner.prepare(sql)
        try statement.queryWhile { binder in
            try Self.bind(values, to: &binder)
        } row: { row in
            try body((0..<row.count).map { Self.value($0, row) })
        }
    }

    private func check() throws {
        guard !isOver, Thread.current === thread else {
            throw StoreError(.closed, "The side tables were used after the end of their call, or on another thread.")
        }
    }

    private static func bind(_ values: [StoredValue], to binder: inout ParameterBinder) throws {
        for value in values {
            switch value {
            case .null: binder.null()
            case .integer(let number): binder.integer(number)
            // SQLite would store NULL for it.
            case .double(let number) where !number.isNaN: binder.real(number)
            case .string(let text): binder.text(text)
            case .data(let bytes): binder.blob(bytes)
            default:
                throw StoreError(
                    .unsupportedType,
                    "A side table has no column for the value: give it as an integer, a double that is a number, a string, "
                        + "data, or null."
                )
            }
        }
    }

    private static func value(_ index: Int, _ row: ResultRow) -> StoredValue {
        switch row.storageClass(index) {
        case .integer: .integer(row.integer(index))
        case .real: .double(row.real(index))
        case .text: .string(row.text(index))
        case .blob: .data(row.blob(index))
        case .null: .null
        }
    }
}

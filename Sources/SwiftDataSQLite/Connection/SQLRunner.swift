package import GRDB
import GRDBSQLite

/// A connection while it is in use: runs statements, which it prepares once and keeps.
///
/// Rows are stepped and columns bound through SQLite's own handles: a value then goes between the model and the file
/// without a stop in between.
package struct SQLRunner {
    package let database: Database
    let observer: (@Sendable (String) -> Void)?
    /// Makes statements of a read fail, in tests.
    var faults: ReadFaults?
    /// The object that is notified of the transaction's additions to the history.
    var known: KnownCommits?

    /// The maximum number of statements that a connection keeps prepared.
    package static let mostStatements = 400

    /// A statement ready to be bound and run, as often as needed.
    package func prepare(_ sql: String) throws -> PreparedStatement {
        let newest = sqlite3_next_stmt(database.sqliteConnection, nil)
        let statement = try database.cachedStatement(sql: sql)
        if sqlite3_next_stmt(database.sqliteConnection, nil) != newest { boundStatements() }
        return PreparedStatement(statement: statement, runner: self)
    }

    /// Compiles a statement without running it. The connection does not keep it: it would have the old form of the
    /// tables.
    func compile(_ sql: String) throws {
        try faults?.statement(sql)
        _ = try database.makeStatement(sql: sql)
    }

    /// The number of statements that the connection keeps prepared.
    package var statementCount: Int {
        var count = 0
        var next = sqlite3_next_stmt(database.sqliteConnection, nil)
        while next != nil {
            count += 1
            next = sqlite3_next_stmt(database.sqliteConnection, next)
        }
        return count
    }

    /// Releases the statements if there are too many, after one more has been prepared. The users of statements in use
    /// hold them.
    private func boundStatements() {
        if statementCount > Self.mostStatements { database.releaseMemory() }
    }

    /// Runs a statement that returns no rows.
    package func run(_ sql: String, _ bind: (inout ParameterBinder) throws -> Void = { _ in }) throws {
        try prepare(sql).run(bind)
    }

    /// Runs a query and hands over each row.
    package func query(
        _ sql: String,
        _ bind: (inout ParameterBinder) throws -> Void = { _ in },
        row: (ResultRow) throws -> Void
    ) throws {
        try prepare(sql).query(bind, row: row)
    }

    /// The integer in the first column of the first row.
    package func integer(
        _ sql: String,
        _ bind: (inout ParameterBinder) throws -> Void = { _ in }
    ) throws -> Int64? {
        var result: Int64?
        try query(sql, bind) { row in
            if result == nil, !row.isNull(0) { result = row.integer(0) }
        }
        return result
    }

    /// The text in the first column of each row.
    package func strings(
        _ sql: String,
        _ bind: (inout ParameterBinder) throws -> Void = { _ in }
    ) throws -> [String] {
        var result: [String] = []
        try query(sql, bind) { result.append($0.text(0)) }
        return result
    }

    /// The names of the tables of the file.
    func tableNames() throws -> Set<String> {
        Set(try strings("SELECT name FROM sqlite_master WHERE type = 'table'"))
    }

    /// The names of a table's columns, without generated ones; none where there is no such table.
    package func columnNames(of table: String) throws -> [String] {
        try strings("SELECT name FROM pragma_table_info(?)") { $0.text(table) }
    }

    /// The number of rows that the last statement changed.
    package var changedRows: Int { Int(sqlite3_changes(database.sqliteConnection)) }

    func failure(_ code: CInt, sql: String) -> DatabaseError {
        let message = database.sqliteConnection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

extension SQLRunner {
    /// Runs statements on a connection that is open already.
    package init(_ database: Database) {
        self.init(database: database, observer: nil)
    }
}

/// A statement that its connection keeps prepared.
package struct PreparedStatement {
    /// Held, so that the handle lives.
    private let statement: Statement
    private let runner: SQLRunner
    private let handle: SQLiteStatement

    init(statement: Statement, runner: SQLRunner) {
        self.statement = statement
        self.runner = runner
        handle = statement.sqliteStatement
    }

    /// Runs it; rows it may return are dropped.
    package func run(_ bind: (inout ParameterBinder) throws -> Void = { _ in }) throws {
        try query(bind) { _ in }
    }

    /// Runs it and hands over each row.
    package func query(
        _ bind: (inout ParameterBinder) throws -> Void = { _ in },
        row: (ResultRow) throws -> Void
    ) throws {
        try queryWhile(bind) { result in
            try row(result)
            return true
        }
    }

    /// Runs it and hands over rows until no more are requested.
    func queryWhile(
        _ bind: (inout ParameterBinder) throws -> Void = { _ in },
        row: (ResultRow) throws -> Bool
    ) throws {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        // Reset also when it fails: an unfinished statement would keep its snapshot and block the commit.
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        var binder = ParameterBinder(handle: handle)
        try bind(&binder)
        if let code = binder.failure { throw runner.failure(code, sql: statement.sql) }
        runner.observer?(statement.sql)
        try runner.faults?.statement(statement.sql)
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: if try !row(ResultRow(handle: handle)) { return }
            case SQLITE_DONE: return
            case let code: throw runner.failure(code, sql: statement.sql)
            }
        }
    }

    /// Runs it once of many times: every parameter is bound again each time, and ``clear()`` comes last.
    func repeatedly(_ scratch: BindingScratch, _ bind: (inout ParameterBinder) throws -> Void) throws {
        scratch.begin()
        var binder = ParameterBinder(handle: handle, scratch: scratch)
        try bind(&binder)
        if let code = binder.failure { throw runner.failure(code, sql: statement.sql) }
        runner.observer?(statement.sql)
        let code = sqlite3_step(handle)
        if code == SQLITE_DONE {
            sqlite3_reset(handle)
            return
        }
        // The error is reported before the reset, which an unfinished statement needs in any case.
        let failure = code == SQLITE_ROW ? nil : runner.failure(code, sql: statement.sql)
        sqlite3_reset(handle)
        if let failure { throw failure }
    }

    /// Forgets the parameters.
    func clear() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// The names of the columns of its result, in order.
    package var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { index in
            sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
        }
    }
}

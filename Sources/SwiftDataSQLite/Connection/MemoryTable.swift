import GRDB
import GRDBSQLite

/// A table whose rows are in memory, so that one statement writes many of them.
///
/// A statement that is run for each row opens the table and each of its indices each time, and finds the end of the
/// table again, which takes SQLite a third of an insertion. `INSERT … SELECT … FROM openswiftdata_rows(?)` does that
/// once. The rows come as a pointer, which SQL cannot make: other SQL on the connection cannot read them.
enum MemoryTable {
    static let name = "openswiftdata_rows"
    /// The maximum number of columns of a row.
    static let columnCount = 100

    /// The type of the pointer, for SQLite, which compares the text.
    fileprivate static let pointerType: StaticString = "OpenSwiftData.MemoryRows"

    static func column(_ index: Int) -> String { "c\(index)" }

    static func register(on connection: SQLiteConnection) {
        sqlite3_create_module_v2(connection, name, module, nil, nil)
    }

    /// Never changed once it is made, and never freed: connections refer to it.
    nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
        let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        var methods = sqlite3_module()
        // Without `xCreate` no other table of the kind can be made.
        methods.xConnect = { connection, _, _, _, table, _ in connect(connection, table) }
        methods.xDisconnect = { table in
            table?.deallocate()
            return SQLITE_OK
        }
        methods.xBestIndex = { _, plan in choose(plan) }
        methods.xOpen = { _, cursor in open(cursor) }
        methods.xClose = { cursor in
            MemoryCursor.of(cursor)?.deallocate()
            return SQLITE_OK
        }
        methods.xFilter = { cursor, _, _, count, arguments in begin(cursor, count, arguments) }
        methods.xNext = { cursor in
            MemoryCursor.of(cursor)?.pointee.row += 1
            return SQLITE_OK
        }
        methods.xEof = { cursor in MemoryCursor.of(cursor)?.pointee.isAtEnd == false ? 0 : 1 }
        methods.xColumn = { cursor, context, column in put(Int(column), cursor, context) }
        methods.xRowid = { cursor, key in
            key?.pointee = Int64(MemoryCursor.of(cursor)?.pointee.row ?? 0)
            return SQLITE_OK
        }
        module.initialize(to: methods)
        precondition(
            MemoryLayout<MemoryCursor>.offset(of: \.base) == 0,
            "the field base must be the first of MemoryCursor"
        )
        return UnsafePointer(module)
    }()

    private static func connect(
        _ connection: OpaquePointer?,
        _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
    ) -> CInt {
        let columns = (0..<columnCount).map(column).joined(separator: ", ")
        let code = sqlite3_declare_vtab(connection, "CREATE TABLE rows (\(columns), source HIDDEN)")
        guard code == SQLITE_OK else { return code }
        let made = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
        made.initialize(to: sqlite3_vtab())
        table?.pointee = made
        return SQLITE_OK
    }

    /// The rows must be given.
    private static func choose(_ plan: UnsafeMutablePointer<sqlite3_index_info>?) -> CInt {
        guard let plan else { return SQLITE_MISUSE }
        for index in 0..<Int(plan.pointee.nConstraint) {
            let constraint = plan.pointee.aConstraint[index]
            guard constraint.iColumn == CInt(columnCount), constraint.op == UInt8(SQLITE_INDEX_CONSTRAINT_EQ),
                constraint.usable != 0
            else { continue }
            plan.pointee.aConstraintUsage[index].argvIndex = 1
            plan.pointee.aConstraintUsage[index].omit = 1
            return SQLITE_OK
        }
        return SQLITE_CONSTRAINT
    }

    private static func open(_ cursor: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?) -> CInt {
        let made = UnsafeMutablePointer<MemoryCursor>.allocate(capacity: 1)
        made.initialize(to: MemoryCursor())
        cursor?.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
        return SQLITE_OK
    }

    private static func begin(
        _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
        _ count: CInt,
        _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) -> CInt {
        guard let cursor = MemoryCursor.of(cursor) else { return SQLITE_MISUSE }
        cursor.pointee.row = 0
        cursor.pointee.rows = nil
        guard count == 1, let argument = arguments?[0],
            let pointer = sqlite3_value_pointer(argument, pointerTypeText)
        else { return SQLITE_OK }
        cursor.pointee.rows = Unmanaged<MemoryRows>.fromOpaque(pointer)
        return SQLITE_OK
    }

    private static func put(
        _ column: Int,
        _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
        _ context: OpaquePointer?
    ) -> CInt {
        guard let cursor = MemoryCursor.of(cursor), let context, let rows = cursor.pointee.rows else {
            return SQLITE_MISUSE
        }
        guard column < columnCount else { return SQLITE_OK }
        return rows._withUnsafeGuaranteedRef { rows in
            var result = FunctionResult(context: context)
            do {
                try rows.put(column, of: cursor.pointee.row, into: &result)
                return SQLITE_OK
            } catch {
                rows.failure = error
                return SQLITE_ERROR
            }
        }
    }

    fileprivate static var pointerTypeText: UnsafePointer<CChar> {
        UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The position of a statement in the rows. SQLite's part comes first, as it expects.
private struct MemoryCursor {
    var base = sqlite3_vtab_cursor()
    var row = 0
    /// Held by the caller that runs the statement.
    var rows: Unmanaged<MemoryRows>?

    var isAtEnd: Bool {
        guard let rows else { return true }
        return row >= rows._withUnsafeGuaranteedRef { $0.count }
    }

    static func of(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> UnsafeMutablePointer<MemoryCursor>? {
        cursor.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: MemoryCursor.self) }
    }
}

extension ParameterBinder {
    /// Rows for ``MemoryTable``, which the caller holds until the statement has been run and cleared.
    mutating func rows(_ rows: MemoryRows) {
        pointer(Unmanaged.passUnretained(rows).toOpaque(), MemoryTable.pointerTypeText)
    }
}

extension SQLRunner {
    /// Runs a statement that reads rows from memory.
    /// - Throws: The error of the handover of a value, or SQLite's error.
    func run(_ sql: String, reading rows: MemoryRows, _ bind: (inout ParameterBinder) -> Void) throws {
        try withExtendedLifetime(rows) {
            do {
                try run(sql) { binder in
                    binder.rows(rows)
                    bind(&binder)
                }
            } catch {
                throw rows.failure ?? error
            }
        }
    }
}

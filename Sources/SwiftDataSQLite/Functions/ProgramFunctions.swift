import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore

/// The functions, orders and settings that a program gives the connections of its store.
enum ProgramFunctions {
    /// True while a function of the program runs on this task.
    @TaskLocal static var areRunning = false

    /// Registers functions and orders, and makes the settings.
    /// - Throws: ``StoreError`` with code `sql` for a name that is none or is in use.
    static func register(_ setup: StoreConnectionSetup, on database: Database) throws {
        guard let connection = database.sqliteConnection else { return }
        let functions = try String.fetchSet(database, sql: "SELECT DISTINCT lower(name) FROM pragma_function_list")
        for function in setup.functions {
            try check(function.name, "function", functions)
            guard (0...maximumArgumentCount).contains(function.argumentCount ?? 0) else {
                throw StoreError(.sql, "The function \(function.name) has more than \(maximumArgumentCount) arguments.")
            }
            ProgramFunction(function).register(on: connection)
        }
        let orders = try String.fetchSet(database, sql: "SELECT DISTINCT lower(name) FROM pragma_collation_list")
        for order in setup.orders {
            try check(order.name, "collation", orders)
            SQLCollation { left, right in
                $areRunning.withValue(true) { order.compare(left, right).rawValue }
            }.register(order.name, on: connection)
        }
        if let size = setup.cacheSize {
            // A positive number would be one of pages.
            try database.execute(sql: "PRAGMA cache_size = -\(min(max(size, 1), maximumCache))")
        }
        if let isInMemory = setup.keepsTemporariesInMemory {
            try database.execute(sql: "PRAGMA temp_store = \(isInMemory ? "MEMORY" : "FILE")")
        }
        if let count = setup.sortingThreads {
            try database.execute(sql: "PRAGMA threads = \(min(max(count, 0), maximumThreads))")
        }
    }

    private static func check(_ name: String, _ kind: String, _ known: Set<String>) throws {
        let isName =
            name.utf8.count <= 100
            && name.range(of: "^[A-Za-z_][A-Za-z0-9_]*$", options: .regularExpression) != nil
        guard isName else {
            throw StoreError(
                .sql,
                "A \(kind) of the configuration has no usable name. Use letters, digits and underscores."
            )
        }
        guard !known.contains(name.lowercased()), !name.lowercased().hasPrefix("openswiftdata") else {
            throw StoreError(.sql, "The name \(name) of a \(kind) of the configuration is in use. Choose another one.")
        }
    }

    private static let maximumArgumentCount = 100
    /// The greatest number of kilobytes that SQLite accepts.
    private static let maximumCache = Int(Int32.max)
    /// SQLite's own limit by default (https://sqlite.org/pragma.html#pragma_threads).
    private static let maximumThreads = 8
}

/// A function of the program that SQL can call.
private final class ProgramFunction: Sendable {
    private let function: StoreConnectionSetup.Function

    init(_ function: StoreConnectionSetup.Function) { self.function = function }

    /// Registers it for statements alone: triggers, views and indices cannot call it.
    func register(on connection: SQLiteConnection) {
        sqlite3_create_function_v2(
            connection,
            function.name,
            CInt(function.argumentCount ?? -1),
            SQLITE_UTF8 | SQLITE_DIRECTONLY | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0),
            Unmanaged.passRetained(self).toOpaque(),
            { context, count, values in
                guard let context, let data = sqlite3_user_data(context) else { return }
                let known = Unmanaged<ProgramFunction>.fromOpaque(data).takeUnretainedValue()
                known.call((0..<Int(count)).compactMap { values?[$0].map(ValueHandle.init) }, context)
            },
            nil,
            nil,
            { data in data.map { Unmanaged<ProgramFunction>.fromOpaque($0).release() } }
        )
    }

    private func call(_ arguments: [ValueHandle], _ context: OpaquePointer) {
        let values = arguments.map { argument -> StoreFunctionValue in
            switch argument.storageClass {
            case .null: .null
            case .integer: .integer(argument.integer)
            case .real: .real(argument.real)
            case .text: .text(argument.string)
            case .blob: .data(argument.data)
            }
        }
        var result = FunctionResult(context: context)
        do {
            switch try ProgramFunctions.$areRunning.withValue(true, operation: { try function.body(values) }) {
            case .null: result.null()
            case .integer(let value): result.integer(value)
            case .real(let value): result.real(value)
            case .text(let value): result.text(value)
            case .data(let value): result.blob(value)
            }
        } catch {
            // The error itself may hold values.
            sqlite3_result_error(context, "The function \(function.name) has failed with \(type(of: error)).", -1)
        }
    }
}

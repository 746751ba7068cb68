import Foundation
import GRDB
import GRDBSQLite

/// A function that SQL can call, deterministic and without effects.
///
/// Registered through SQLite's own interface, so that arguments are read with their lengths and without a copy of
/// each in between.
final class SQLFunction: Sendable {
    typealias Body = @Sendable (_ arguments: [ValueHandle], _ result: inout FunctionResult) -> Void

    private let name: String
    private let argumentCount: CInt
    private let body: Body

    init(_ name: String, argumentCount: Int, _ body: @escaping Body) {
        self.name = name
        self.argumentCount = CInt(argumentCount)
        self.body = body
    }

    func register(on connection: SQLiteConnection) {
        sqlite3_create_function_v2(
            connection,
            name,
            argumentCount,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            Unmanaged.passRetained(self).toOpaque(),
            { context, count, values in
                guard let context, let data = sqlite3_user_data(context) else { return }
                let function = Unmanaged<SQLFunction>.fromOpaque(data).takeUnretainedValue()
                let arguments = (0..<Int(count)).compactMap { values?[$0].map(ValueHandle.init) }
                guard arguments.count == Int(count) else { return sqlite3_result_null(context) }
                var result = FunctionResult(context: context)
                function.body(arguments, &result)
            },
            nil,
            nil,
            { data in data.map { Unmanaged<SQLFunction>.fromOpaque($0).release() } }
        )
    }
}

/// The result of a function.
struct FunctionResult: ColumnSink {
    let context: OpaquePointer

    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// The connection that runs the statement.
    var connection: OpaquePointer? { sqlite3_context_db_handle(context) }

    /// An object made from a constant argument, kept as long as the statement runs.
    func kept<Value: AnyObject>(for argument: CInt, make: () -> Value?) -> Value? {
        if let known = sqlite3_get_auxdata(context, argument) {
            return Unmanaged<Value>.fromOpaque(known).takeUnretainedValue()
        }
        guard let value = make() else { return nil }
        sqlite3_set_auxdata(context, argument, Unmanaged.passRetained(value).toOpaque()) { pointer in
            pointer.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
        }
        return value
    }

    /// An argument as it is.
    func same(_ argument: ValueHandle) { sqlite3_result_value(context, argument.handle) }

    mutating func null() { sqlite3_result_null(context) }
    mutating func integer(_ value: Int64) { sqlite3_result_int64(context, value) }
    mutating func real(_ value: Double) { sqlite3_result_double(context, value) }

    mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_result_text64(
                    context,
                    $0.baseAddress ?? emptyText,
                    UInt64($0.count),
                    Self.transient,
                    UInt8(SQLITE_UTF8)
                )
            }
        }
    }

    mutating func blob(_ value: Data) {
        value.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_result_zeroblob(context, 0) }
            sqlite3_result_blob64(context, start, UInt64(bytes.count), Self.transient)
        }
    }

    mutating func uuid(_ value: UUID) {
        withUnsafeBytes(of: value.uuid) { bytes in
            sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), Self.transient)
        }
    }

    /// A null pointer would be NULL and not an empty string.
    private var emptyText: UnsafePointer<CChar>? { sqlite3_libversion() }
}

/// A collation that SQL can name.
final class SQLCollation: Sendable {
    private let compare: @Sendable (String, String) -> Int

    init(_ compare: @escaping @Sendable (String, String) -> Int) {
        self.compare = compare
    }

    func register(_ name: String, on connection: SQLiteConnection) {
        sqlite3_create_collation_v2(
            connection,
            name,
            SQLITE_UTF8,
            Unmanaged.passRetained(self).toOpaque(),
            { data, leftCount, left, rightCount, right in
                guard let data else { return 0 }
                let collation = Unmanaged<SQLCollation>.fromOpaque(data).takeUnretainedValue()
                let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
                let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
                // Equal bytes are equal in every collation.
                if left.count == right.count, left.elementsEqual(right) { return 0 }
                let result = collation.compare(
                    String(decoding: left, as: UTF8.self),
                    String(decoding: right, as: UTF8.self)
                )
                return CInt(result.signum())
            },
            { data in data.map { Unmanaged<SQLCollation>.fromOpaque($0).release() } }
        )
    }
}

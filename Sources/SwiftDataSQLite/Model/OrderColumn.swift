import SwiftDataCore
import SwiftDataSQL

/// The column that keeps the positions of a to-many relationship's members, as Core Data has it for ordered
/// relationships. It exists only where it is needed: see docs/decisions/0006-order-column-only-when-needed.md.
struct OrderColumn: Hashable, Sendable {
    let table: String
    let name: String

    /// The first position and the distance of two, which are Core Data's.
    static let firstPosition: Int64 = 2048
    static let distance: Int64 = 1024

    /// Nil for a property that is no to-many relationship. The table is upper case: SQLite ignores case.
    init?(_ columns: SlotColumns, in model: StoreModel) {
        switch columns {
        case .toManyByKey(let destination, let column, _):
            guard let entity = model[destination] else { return nil }
            table = entity.table.tableName
            name = "Z_FOK_" + column.dropFirst()
        case .toManyByJoin(_, let join, _, let other):
            table = join
            name = "Z_FOK_" + other.dropFirst(2)
        case .value, .composite, .toOne, .none:
            return nil
        }
    }

    init(table: String, name: String) {
        self.table = table
        self.name = name
    }

    var quotedTable: String { SQLIdentifier.quoted(table) }
    var quotedName: String { SQLIdentifier.quoted(name) }
}

/// The order columns that the file of a store has.
final class OrderColumns: Sendable {
    private let columns: Locked<Set<OrderColumn>>
    /// True if columns may be added: the tables of a store that Apple's frameworks made stay as they are.
    let mayGrow: Bool

    init(_ columns: Set<OrderColumn>, mayGrow: Bool) {
        self.columns = Locked(columns)
        self.mayGrow = mayGrow
    }

    func contains(_ column: OrderColumn) -> Bool { columns.withLock { $0.contains(column) } }

    /// Takes over the additions of a transaction, once it is committed.
    func formUnion(_ added: Set<OrderColumn>) {
        guard !added.isEmpty else { return }
        columns.withLock { $0.formUnion(added) }
    }

    /// Reads the columns that other processes may have added to the file.
    func refresh(_ runner: SQLRunner) throws {
        formUnion(try Self.stored(runner))
    }

    /// The order columns of a file.
    static func stored(_ runner: SQLRunner) throws -> Set<OrderColumn> {
        var found: Set<OrderColumn> = []
        try runner.query(
            """
            SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table' AND c.name LIKE 'Z\\_FOK\\_%' ESCAPE '\\'
            """
        ) { row in
            found.insert(OrderColumn(table: row.text(0), name: row.text(1)))
        }
        return found
    }
}

import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Keeps the order of a row's to-many relationships that differ from the order in which rows are read.
    mutating func writeOrder(_ row: EncodedRow) throws {
        guard !row.entity.shape.toMany.isEmpty, let owner = (keys[row.identifier] ?? row.identifier.resolved).row
        else { return }
        for slot in row.entity.shape.toMany {
            let columns = row.entity.slots[slot]
            if row.isWhole, row.values[slot].hasNoOrder { continue }
            guard let column = OrderColumn(columns, in: model) else { continue }
            if row.writes(slot), case .identifiers(let members) = row.values[slot] {
                let isNew = try write(members, column, columns, owner, isJoined: upserts.contains(row.identifier))
                // If only the order has changed, no other value shows it.
                guard isNew else { continue }
                log.update(row.entity, owner, bit: row.entity.table.historyBit(forSlot: slot))
            } else if let added = row.toManyChanges[slot]?.added, !added.isEmpty, orders.contains(column) {
                try forget(added, column, columns, owner)
            }
        }
    }

    /// Writes the positions of members. True if a position has changed.
    private mutating func write(
        _ members: [PersistentIdentifier],
        _ column: OrderColumn,
        _ columns: SlotColumns,
        _ owner: Int64,
        isJoined: Bool
    ) throws -> Bool {
        guard !members.isEmpty else { return false }
        if upserts.isEmpty, try isOrderOfKeys(members), !orders.contains(column) { return false }
        var wanted = try members.map { try keys.key(of: $0) }
        if !upserts.isEmpty {
            // Two members may have turned out to be one row, and an owner a row that has members already.
            var seen = Set<Int64>()
            wanted = wanted.filter { seen.insert($0).inserted }
            if isJoined { wanted = try storedOrder(column, columns, owner).filter { !seen.contains($0) } + wanted }
        }
        if orders.contains(column) {
            if try storedOrder(column, columns, owner) == wanted, try !lacksPositions(column, columns, owner) {
                return false
            }
        } else {
            if zip(wanted, wanted.dropFirst()).allSatisfy({ $0 < $1 }) { return false }
            guard try orders.add(column, runner) else { return false }
        }
        try writePositions(wanted, column, columns, owner)
        return true
    }

    /// True if members are in the order in which rows are read.
    private func isOrderOfKeys(_ members: [PersistentIdentifier]) throws -> Bool {
        var last = Int64.min
        for member in members {
            let key = try keys.key(of: member)
            guard key > last else { return false }
            last = key
        }
        return true
    }

    private func writePositions(
        _ wanted: [Int64],
        _ column: OrderColumn,
        _ columns: SlotColumns,
        _ owner: Int64,
        after last: Int64 = OrderColumn.firstPosition - OrderColumn.distance
    ) throws {
        let statement = try runner.prepare(
            "UPDATE \(column.quotedTable) SET \(column.quotedName) = ?1 "
                + "WHERE \(condition(columns, member: "?2", owner: "?3")) AND \(column.quotedName) IS NOT ?1"
        )
        for (index, key) in wanted.enumerated() {
            try statement.run {
                $0.integer(last &+ (Int64(index) + 1) * OrderColumn.distance)
                $0.integer(key)
                $0.integer(owner)
            }
        }
    }

    /// True if members have no position in a file of Core Data's, which would put them first.
    private func lacksPositions(_ column: OrderColumn, _ columns: SlotColumns, _ owner: Int64) throws -> Bool {
        guard !orders.store.mayGrow else { return false }
        let sql =
            "SELECT 1 FROM \(column.quotedTable) WHERE \(names(columns).owner) = ? AND \(column.quotedName) IS NULL LIMIT 1"
        return try runner.integer(sql) { $0.integer(owner) } != nil
    }

    /// The members in the order in which they are read.
    func storedOrder(_ column: OrderColumn, _ columns: SlotColumns, _ owner: Int64) throws -> [Int64] {
        let (member, own) = names(columns)
        let position = orders.contains(column) ? "\(column.quotedName) IS NULL, \(column.quotedName), " : ""
        var found: [Int64] = []
        try runner.query(
            "SELECT \(member) FROM \(column.quotedTable) WHERE \(own) = ? ORDER BY \(position)\(member)"
        ) {
            $0.integer(owner)
        } row: {
            found.append($0.integer(0))
        }
        return found
    }

    /// New members of a relationship whose other members are not known come last: a position that they had in another
    /// one no longer counts.
    private func forget(
        _ members: [PersistentIdentifier],
        _ column: OrderColumn,
        _ columns: SlotColumns,
        _ owner: Int64
    ) throws {
        let statement = try runner.prepare(
            "UPDATE \(column.quotedTable) SET \(column.quotedName) = NULL "
                + "WHERE \(condition(columns, member: "?1", owner: "?2")) AND \(column.quotedName) IS NOT NULL"
        )
        let positioned = try members.map { try keys.destination($0).key }
        for key in positioned {
            try statement.run {
                $0.integer(key)
                $0.integer(owner)
            }
        }
        // Core Data would put members without position first.
        guard !orders.store.mayGrow else { return }
        let added = Set(positioned)
        var (last, without): (Int64?, Int64) = (nil, 0)
        let own = names(columns).owner
        try runner.query(
            "SELECT max(\(column.quotedName)), count(*) - count(\(column.quotedName)) FROM \(column.quotedTable) "
                + "WHERE \(own) = ?"
        ) {
            $0.integer(owner)
        } row: {
            last = $0.isNull(0) ? nil : $0.integer(0)
            without = $0.integer(1)
        }
        if without <= Int64(added.count), let last {
            return try writePositions(positioned, column, columns, owner, after: last)
        }
        let others = try storedOrder(column, columns, owner).filter { !added.contains($0) }
        try writePositions(others + positioned, column, columns, owner)
    }

    private func condition(_ columns: SlotColumns, member: String, owner: String) -> String {
        let (key, own) = names(columns)
        return "\(key) = \(member) AND \(own) = \(owner)"
    }

    /// The columns with the keys of member and owner.
    private func names(_ columns: SlotColumns) -> (member: String, owner: String) {
        switch columns {
        case .toManyByKey(_, let column, _): ("Z_PK", SQLIdentifier.quoted(column))
        case .toManyByJoin(_, _, let own, let other): (SQLIdentifier.quoted(other), SQLIdentifier.quoted(own))
        case .value, .composite, .toOne, .none: ("Z_PK", "Z_PK")
        }
    }
}

extension StoredValue {
    /// True if the value has no members that could be in an order.
    fileprivate var hasNoOrder: Bool {
        switch self {
        case .identifiers(let members): members.isEmpty
        case .unloaded: false
        default: true
        }
    }
}

/// The order columns as a transaction sees them.
struct TransactionOrders {
    let store: OrderColumns
    private(set) var added: Set<OrderColumn> = []

    init(_ store: OrderColumns) {
        self.store = store
    }

    func contains(_ column: OrderColumn) -> Bool { store.contains(column) || added.contains(column) }

    /// Adds a column to its table. False where the file is to stay as it is.
    mutating func add(_ column: OrderColumn, _ runner: SQLRunner) throws -> Bool {
        guard store.mayGrow else { return false }
        // Another process may have added it.
        added.formUnion(try OrderColumns.stored(runner))
        if !contains(column) {
            try runner.run("ALTER TABLE \(column.quotedTable) ADD COLUMN \(column.quotedName) INTEGER")
            added.insert(column)
        }
        return true
    }
}

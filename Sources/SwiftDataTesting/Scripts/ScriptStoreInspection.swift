import SwiftData
package import SwiftDataCore
package import SwiftDataSQLite

/// Looks into the default store of a container with plain SQL.
struct ScriptStoreInspection {
    private let connection: StoreConnection

    /// Nil where the container's store is another one.
    init?(_ container: ModelContainer) {
        guard let store = (container.core.stores.first as? any DefaultStoreHolder)?.defaultStore else { return nil }
        connection = store.connection
    }

    /// Checks the file itself, that no key leads nowhere, that the rows match the saved objects, and that the history
    /// has them.
    func check(_ saved: [Int: ReferenceModel.Node], _ identifiers: [Int: PersistentIdentifier]) throws {
        try connection.read { runner in
            let verdict = try runner.strings("PRAGMA integrity_check")
            guard verdict == ["ok"] else { throw ScriptDisagreement("integrity_check: \(verdict)") }
            let broken = try runner.strings(Self.brokenKeys(runner))
            guard broken.isEmpty else { throw ScriptDisagreement("keys that lead nowhere: \(broken)") }
            let names = try Self.entityNames(runner)
            var expected: Set<Row> = []
            for (label, node) in saved {
                guard let key = identifiers[label]?.row else { continue }
                expected.insert(Row(entity: "\(node.entity)", key: key))
            }
            let rows = try Self.rows(runner, names)
            guard rows == expected else { throw ScriptDisagreement("the rows are \(rows) instead of \(expected)") }
            try Self.compareUpdates(runner, names)
            let recorded = try Self.history(runner, names)
            guard recorded == rows else {
                throw ScriptDisagreement("the history tells of \(recorded), the rows are \(rows)")
            }
        }
    }

    /// Writes a value as another program would.
    func write(_ value: ScriptValue, to name: String, of identifier: PersistentIdentifier) throws {
        guard let key = identifier.row else { return }
        let table = identifier.entityName == "Sculptor" ? "ARTIST" : identifier.entityName.uppercased()
        try connection.write { runner in
            try runner.run("UPDATE Z\(table) SET Z\(name.uppercased()) = ? WHERE Z_PK = ?") {
                switch value {
                case .nothing: $0.null()
                case .text(let text): $0.text(text)
                case .integer(let integer): $0.integer(Int64(integer))
                case .real(let real): $0.real(real)
                }
                $0.integer(key)
            }
        }
    }

    private struct Row: Hashable, CustomStringConvertible {
        let entity: String
        let key: Int64
        var description: String { "\(entity) \(key)" }
    }

    private static let tables = [
        "ARTIST", "WORK", "TOPIC", "FRAME", "COMMISSION", "GALLERY", "ROOM", "BADGE", "JURY", "JUROR",
    ]

    /// One text for each key that leads nowhere. `Room.gallery` may: its delete rule leaves it alone.
    private static func brokenKeys(_ runner: SQLRunner) throws -> String {
        var keys = [
            ("ZARTIST", "ZMENTOR", "ZARTIST"), ("ZARTIST", "ZRIVAL", "ZARTIST"), ("ZARTIST", "ZCHALLENGER", "ZARTIST"),
            ("ZWORK", "ZARTIST", "ZARTIST"),
            ("ZWORK", "ZFRAME", "ZFRAME"), ("ZFRAME", "ZWORK", "ZWORK"), ("ZCOMMISSION", "ZSCULPTOR", "ZARTIST"),
            ("ZGALLERY", "ZPATRON", "ZARTIST"), ("ZBADGE", "ZHOLDER", "ZARTIST"), ("ZJUROR", "ZJURY", "ZJURY"),
        ]
        let shown = "SELECT name FROM pragma_table_info('ZWORK') WHERE name GLOB 'Z*SHOWN*' AND name NOT GLOB 'Z_FOK*'"
        for column in try runner.strings(shown) {
            keys.append(("ZWORK", column, "ZGALLERY"))
        }
        for table in try runner.strings("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'")
        {
            // A column of a join table is called after the relationship on the other side.
            let others = ["WORKS": "ZWORK", "TOPICS": "ZTOPIC", "BADGES": "ZBADGE"]
            for column in try runner.strings("SELECT name FROM pragma_table_info('\(table)')") {
                guard !column.hasPrefix("Z_FOK") else { continue }
                let name = column.drop { !$0.isLetter }.drop { $0 == "Z" || $0 == "_" || $0.isNumber }
                guard let target = others[String(name.prefix { $0.isLetter })] else {
                    throw ScriptDisagreement("the join table \(table) has a column \(column)")
                }
                keys.append((table, column, target))
            }
        }
        let dangling = keys.map { table, column, target in
            "SELECT '\(table).\(column) ' || \(column) FROM \(table) "
                + "WHERE \(column) NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM \(target))"
        }
        let uneven = [
            "SELECT 'ZWORK.ZFRAME of ' || w.Z_PK FROM ZWORK w JOIN ZFRAME f ON f.Z_PK = w.ZFRAME WHERE f.ZWORK <> w.Z_PK",
            "SELECT 'ZFRAME.ZWORK of ' || f.Z_PK FROM ZFRAME f JOIN ZWORK w ON w.Z_PK = f.ZWORK "
                + "WHERE w.ZFRAME IS NOT f.Z_PK",
            "SELECT 'ZARTIST.ZRIVAL of ' || a.Z_PK FROM ZARTIST a JOIN ZARTIST b ON b.Z_PK = a.ZRIVAL "
                + "WHERE b.ZCHALLENGER IS NOT a.Z_PK",
        ]
        return (dangling + uneven).joined(separator: " UNION ALL ")
    }

    private static func entityNames(_ runner: SQLRunner) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        try runner.query("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") { names[$0.integer(0)] = $0.text(1).lowercased() }
        return names
    }

    private static func rows(_ runner: SQLRunner, _ names: [Int64: String]) throws -> Set<Row> {
        var rows: Set<Row> = []
        let sql = tables.map { "SELECT Z_ENT, Z_PK FROM Z\($0)" }.joined(separator: " UNION ALL ")
        try runner.query(sql) { rows.insert(Row(entity: names[$0.integer(0)] ?? "?", key: $0.integer(1))) }
        return rows
    }

    /// A row counts its updates, and the history has each one. Each change belongs to a transaction.
    private static func compareUpdates(_ runner: SQLRunner, _ names: [Int64: String]) throws {
        let lost = "SELECT 'change ' || Z_PK FROM ACHANGE WHERE ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)"
        let count =
            "(SELECT count(*) FROM ACHANGE c WHERE c.ZENTITY = t.Z_ENT AND c.ZENTITYPK = t.Z_PK AND c.ZCHANGETYPE = 1)"
        // Several statements of one save are one change, and an upsert may meet a row of its own save.
        let unrecorded = tables.map { table in
            "SELECT '\(table) ' || t.Z_PK || ' with Z_OPT ' || t.Z_OPT FROM Z\(table) t "
                + "WHERE t.Z_OPT - 1 < \(count)" + (table == "BADGE" ? "" : " OR (t.Z_OPT > 1 AND \(count) = 0)")
        }
        let found = try runner.strings(([lost] + unrecorded).joined(separator: " UNION ALL "))
        guard found.isEmpty else { throw ScriptDisagreement("the history does not tell of every update: \(found)") }
    }

    /// The rows that are left when the history is replayed from its beginning.
    private static func history(_ runner: SQLRunner, _ names: [Int64: String]) throws -> Set<Row> {
        var rows: Set<Row> = []
        let sql = "SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK FROM ACHANGE ORDER BY Z_PK"
        try runner.query(sql) { change in
            let row = Row(entity: names[change.integer(1)] ?? "?", key: change.integer(2))
            let isConsistent: Bool
            switch change.integer(0) {
            case 0: isConsistent = rows.insert(row).inserted
            case 1: isConsistent = rows.contains(row)
            default: isConsistent = rows.remove(row) != nil
            }
            guard isConsistent else { throw ScriptDisagreement("the history has a change of \(row) that cannot be") }
        }
        return rows
    }
}

/// A store that is, or wraps, the default one.
package protocol DefaultStoreHolder {
    var defaultStore: DefaultStore? { get }
}

extension TrustedStore: DefaultStoreHolder {
    package var defaultStore: DefaultStore? { store as? DefaultStore }
}

import Foundation

extension RawStore {
    /// The rows of `Box`, `Item` and `Label`, or of `Entry`, as a ``Reference`` tells them.
    func state() throws -> String {
        let tables = Set(try strings("SELECT name FROM sqlite_master WHERE type = 'table'"))
        var lines: [String] = []
        if tables.contains("ZENTRY") {
            lines = try rows("SELECT ZTEXT, ZSCAN FROM ZENTRY").map {
                "entry \($0[0]) \(digest(try content($0.values[1])))"
            }
        }
        guard tables.contains("ZBOX") else { return Reference.text(lines) }
        let columns = Set(try strings("SELECT name FROM pragma_table_info('ZITEM')"))
        let order = columns.contains("Z_FOK_BOX") ? "Z_FOK_BOX IS NULL, Z_FOK_BOX, " : ""
        let join = try joinTable()
        for box in try rows("SELECT Z_PK, ZCODE, ZNUMBER, ZPHOTO FROM ZBOX") {
            let key = box.integers[0]
            let items = try rows("SELECT ZNAME, ZRANK FROM ZITEM WHERE ZBOX = \(key) ORDER BY \(order)Z_PK")
            let labels = try strings(
                "SELECT ZTEXT FROM ZLABEL JOIN \(join.name) ON \(join.label) = Z_PK WHERE \(join.box) = \(key)"
            )
            let photo = try content(box.values[3])
            lines.append(
                Reference.line(box[1], box.integers[2], photo, items.map { ($0[0], $0.integers[1]) }, labels)
            )
        }
        for item in try rows("SELECT ZNAME FROM ZITEM WHERE ZBOX IS NULL") { lines.append("item \(item[0])") }
        lines += try strings("SELECT ZTEXT FROM ZLABEL").map { "label \($0)" }
        return Reference.text(lines)
    }

    private func joinTable() throws -> (name: String, box: String, label: String) {
        for name in try strings("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'") {
            let columns = try strings("SELECT name FROM pragma_table_info('\(name)') WHERE name NOT GLOB 'Z_FOK*'")
            guard columns.count == 2, let box = columns.first(where: { $0.hasPrefix("Z_1") }),
                let label = columns.first(where: { !$0.hasPrefix("Z_1") })
            else { continue }
            return (name, box, label)
        }
        throw Failure(description: "there is no join table")
    }

    /// Every table of models, row by row; files of large values by what is in them.
    /// - Parameter countsSaves: True if what grows with each save is a part of it.
    func wholeState(countsSaves: Bool = true) throws -> String {
        let leftOut = ["Z_METADATA", "Z_MODELCACHE"] + (countsSaves ? [] : ["Z_PRIMARYKEY"])
        let tables = try strings(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z*' ORDER BY name"
        ).filter { !leftOut.contains($0) }
        var lines: [String] = []
        for table in tables {
            let columns = try strings("SELECT name FROM pragma_table_info('\(table)') ORDER BY name")
                .filter { countsSaves || $0 != "Z_OPT" }
            for row in try rows("SELECT \(columns.joined(separator: ", ")) FROM \(table)") {
                let cells = try columns.indices.map { index -> String in
                    let value = row.values[index]
                    let text = Self.fileName(value) != nil ? digest(try content(value)) : digest(value)
                    return "\(columns[index])=\((value?.count ?? 0) < 20 ? row[index].debugDescription : text)"
                }
                lines.append("\(table) \(cells.joined(separator: " "))")
            }
        }
        return Reference.text(lines)
    }

    /// Returns the contradictions in the file.
    func problems() throws -> [String] {
        var problems: [String] = []
        let integrity = try strings("PRAGMA integrity_check")
        if integrity != ["ok"] { problems.append("integrity_check: \(integrity.prefix(3))") }
        let tables = Set(try strings("SELECT name FROM sqlite_master WHERE type = 'table'"))
        guard tables.contains("Z_PRIMARYKEY") else { return problems }
        let hasHistory = tables.isSuperset(of: ["ACHANGE", "ATRANSACTION"])
        let isCut = try hasHistory && integer("SELECT coalesce(min(Z_PK), 1) FROM ATRANSACTION") > 1
        for entity in try rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY") {
            let (number, table) = (entity.integers[0], "Z" + entity[1].uppercased())
            guard tables.contains(table) else { continue }
            if try integer("SELECT coalesce(max(Z_PK), 0) FROM \(table)") > entity.integers[2] {
                problems.append("the counter of \(entity[1]) is lower than its keys")
            }
            guard hasHistory, !isCut else { continue }
            let changes = "SELECT ZENTITYPK FROM ACHANGE WHERE ZENTITY = \(number) AND ZCHANGETYPE"
            let inserted = "\(changes) = 0 EXCEPT \(changes) = 2"
            if try integer("SELECT count(*) FROM (\(inserted) EXCEPT SELECT Z_PK FROM \(table))") > 0 {
                problems.append("the history has a \(entity[1]) that is not there")
            }
            let hasInserts = try integer("SELECT count(*) FROM ACHANGE") > 0
            if hasInserts, try integer("SELECT count(*) FROM \(table) WHERE Z_PK NOT IN (\(inserted))") > 0 {
                problems.append("a \(entity[1]) is not in the history")
            }
        }
        if hasHistory,
            try integer("SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)") > 0
        {
            problems.append("a change is in no transaction")
        }
        guard tables.isSuperset(of: ["ZBOX", "ZITEM", "ZLABEL"]) else { return problems }
        let join = try joinTable()
        for (table, column, other) in [
            ("ZITEM", "ZBOX", "ZBOX"), (join.name, join.box, "ZBOX"), (join.name, join.label, "ZLABEL"),
        ] {
            let sql = "SELECT count(*) FROM \(table) WHERE \(column) NOT IN (SELECT Z_PK FROM \(other))"
            if try integer(sql) > 0 { problems.append("\(table).\(column) leads to no row") }
        }
        return problems
    }

    /// Files that no row names, once everybody has gone.
    func leftovers() throws -> [String] {
        var named: Set<String> = []
        for table in try strings("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z[A-Z]*'") {
            for column in try strings("SELECT name FROM pragma_table_info('\(table)')") {
                for row in try rows("SELECT \(column) FROM \(table) WHERE length(\(column)) = 38") {
                    if let name = Self.fileName(row.values[0]) { named.insert(name) }
                }
            }
        }
        var left = files.subtracting(named).map { _ in "a file of a large value is left behind" }
        let folder = (path as NSString).deletingLastPathComponent
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix("_SAVING") || name.hasSuffix("_MIGRATION") || name.hasSuffix("-journal") {
            left.append("\(name) is left behind")
        }
        return left
    }
}

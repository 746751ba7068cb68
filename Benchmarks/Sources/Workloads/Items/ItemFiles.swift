import SwiftData

/// The files that workloads about items begin with, in our layout and in that of the other contestants.
struct ItemFiles {
    let place: Workplace

    /// A store of ours.
    func ours(_ count: Int) throws -> URL {
        try place.template("items-ours-\(count)") { file in
            let values = ItemValues.make(count)
            try OurFile.fill(file, [Item.self], count: count) { index, context in
                context.insert(Item(values[index]))
            }
            // With nothing to save nobody has opened it yet.
            if count == 0 { _ = try OurFile.open(file, [Item.self]) }
        }
    }

    /// A table with the same columns and indices, without what is our layout's alone.
    func plain(_ count: Int) throws -> URL {
        try place.template("items-plain-\(count)") { file in
            let database = try RawDatabase(file)
            try database.execute(
                """
                CREATE TABLE item (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, category INTEGER NOT NULL,
                    weight DOUBLE NOT NULL, created DOUBLE NOT NULL, name TEXT NOT NULL, remark TEXT);
                CREATE INDEX item_category ON item (category)
                """
            )
            try database.transaction { try Self.insert(ItemValues.make(count), database) }
        }
    }

    static func insert(_ values: [ItemValues], _ database: RawDatabase) throws {
        let statement = try database.prepare(
            "INSERT INTO item (number, category, weight, created, name, remark) VALUES (?, ?, ?, ?, ?, ?)"
        )
        for value in values {
            bind(value, to: statement, from: 1)
            try statement.run()
        }
    }

    @inline(__always)
    static func bind(_ value: ItemValues, to statement: RawStatement, from first: Int32) {
        statement.bind(first, value.number)
        statement.bind(first + 1, value.category)
        statement.bind(first + 2, value.weight)
        statement.bind(first + 3, value.created)
        statement.bind(first + 4, value.name)
        statement.bind(first + 5, value.remark)
    }

    /// A sum over all columns of all rows.
    static func sum(ours file: URL) throws -> Int {
        try sum(file, table: "ZITEM", prefix: "Z")
    }

    static func sum(plain file: URL) throws -> Int {
        try sum(file, table: "item", prefix: "")
    }

    private static func sum(_ file: URL, table: String, prefix: String) throws -> Int {
        let terms = [
            "\(prefix)number", "3 * \(prefix)category", "CAST(\(prefix)weight AS INTEGER)",
            "CAST(\(prefix)created AS INTEGER)", "7 * length(\(prefix)name)",
            "11 * coalesce(length(\(prefix)remark), 0)",
        ]
        return try RawDatabase.integer(file, "SELECT coalesce(sum(\(terms.joined(separator: " + "))), 0) FROM \(table)")
    }
}

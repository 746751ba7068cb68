#if PostgreSQL
import SwiftDataSQL

/// The tables of the search index, beside the tables of the models: made by the first search, and dropped by a
/// migration.
///
/// They hold derived data alone: missing tables are made again.
enum SearchSchema {
    /// The table with the words of each row.
    static let words = "swiftdata_search"
    /// The table with the part of each entity's rows that the index has.
    static let states = "swiftdata_search_state"
    static var tables: [String] { [words, states] }

    /// The version of the words. An index of another one is made again.
    static let version = 1

    /// The statements that make the tables.
    static let statements = [
        """
        CREATE TABLE IF NOT EXISTS \(states) (
          root smallint PRIMARY KEY,
          shape text COLLATE "C" NOT NULL,
          position bigint NOT NULL,
          reached bigint NOT NULL,
          row_count bigint NOT NULL,
          word_count bigint NOT NULL
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS \(words) (
          root smallint NOT NULL,
          row_key bigint NOT NULL,
          row_version bigint NOT NULL,
          row_xmin xid NOT NULL,
          word_count bigint NOT NULL,
          words tsvector NOT NULL,
          PRIMARY KEY (root, row_key)
        )
        """,
        // Searches would go through the list of entries that are not in the index yet.
        "CREATE INDEX IF NOT EXISTS \(words)_words ON \(words) USING gin (words) WITH (fastupdate = off)",
    ]

    /// The two numbers of the advisory lock of whatever changes the index: that of this library, "swft" in ASCII plus 2, and one
    /// of the store.
    static func lockNumbers(_ identifier: String) -> String { "1937204854, hashtext('\(identifier)')" }

    /// The statement that drops the tables.
    static let drop = "DROP TABLE IF EXISTS \(tables.joined(separator: ", "))"

    /// A condition that the role owns the tables of the store. Row-level security could hide rows from another one.
    static let isOwner =
        "(SELECT pg_has_role(current_user, c.relowner, 'USAGE') FROM pg_class c "
        + "WHERE c.oid = to_regclass('\(PostgresSchema.metadataTable)'))"

    /// Makes the tables, which belong to the owner of the store, so that each role that can migrate the store can drop
    /// them.
    /// - Throws: ``PostgresFailure``
    static func make(_ connection: PostgresConnection, _ identifier: String) throws {
        try connection.script("BEGIN; SELECT pg_advisory_xact_lock(\(lockNumbers(identifier)))")
        for statement in statements { try connection.script(statement) }
        // States about removed words are wrong.
        try connection.script("DELETE FROM \(states)")
        let owner = try connection.run(
            "SELECT quote_ident(pg_get_userbyid(c.relowner)) FROM pg_class c WHERE c.oid = to_regclass($1)",
            [.text(PostgresSchema.metadataTable)]
        ).text(0, 0)
        if let owner {
            for table in tables { try connection.script("ALTER TABLE \(table) OWNER TO \(owner)") }
        }
        try connection.script("COMMIT")
    }

    /// Empties the tables, where there are any, in the transaction that is open.
    ///
    /// It waits for the lock first: a transaction that brings the index up to date reads the tables of models.
    static func clear(_ connection: PostgresConnection) throws {
        for table in tables {
            let mayDelete = try connection.run(
                "SELECT coalesce(has_table_privilege(to_regclass($1), 'DELETE'), false)",
                [.text(table)]
            )
            // Without that right, the next search finds the history deleted, and compares.
            if mayDelete.bool(0, 0) { try connection.script("DELETE FROM \(table)") }
        }
    }
}
#endif

#if PostgreSQL
/// The tables of another program in the form of the library's own.
///
/// Each statement begins with a clause WITH: a query for each table that it names, under the name and with the columns that the
/// library's table would have. The server puts these queries into the statement, so that it uses the indices of the tables, and
/// nothing is made on the server.
struct TableMapping: Sendable {
    struct Table: Sendable {
        /// The name that statements have for the table, in its form in SQL.
        let name: String
        let query: String
    }

    let tables: [Table]

    /// A statement that reads, over the tables of the other program.
    func statement(_ sql: String) -> String {
        let used = tables.filter { sql.contains($0.name) }
        guard !used.isEmpty else { return sql }
        let queries = used.map { "\($0.name) AS NOT MATERIALIZED (\($0.query))" }.joined(separator: ", ")
        let text = sql.behindComments
        guard text.prefix(4).lowercased() == "with", text.dropFirst(4).first?.isWhitespace == true else {
            return "WITH \(queries) \(sql)"
        }
        // A statement of the program with a clause of its own.
        let rest = text.dropFirst(4).drop(while: \.isWhitespace)
        guard rest.prefix(9).lowercased() == "recursive", rest.dropFirst(9).first?.isWhitespace == true else {
            return "WITH \(queries), \(rest)"
        }
        return "WITH RECURSIVE \(queries), \(rest.dropFirst(9))"
    }
}
#endif

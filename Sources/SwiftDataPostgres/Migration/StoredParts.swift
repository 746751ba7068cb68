#if PostgreSQL
import SwiftDataSQL

/// The constraints and indices that the tables of a namespace have, by their definitions: the ones of the library, and
/// other ones.
struct StoredParts {
    private(set) var names: [PostgresSchema.Part: String] = [:]

    /// The parts of tables that are made again.
    init(_ tables: PostgresTables) {
        for (part, name) in PostgresSchema(tables).parts { names[part] = names[part] ?? name }
    }

    /// Asks the server, in the namespace of the search path.
    init(_ connection: PostgresConnection) throws {
        let result = try connection.run(Self.statement)
        for row in 0..<result.count {
            guard let kind = result.text(row, 0), let name = result.text(row, 1), let table = result.text(row, 2),
                let columns = result.text(row, 4)
            else { continue }
            let part = PostgresSchema.Part(
                kind: Self.kind(kind, result.text(row, 3) ?? ""),
                table: table,
                columns: columns.split(separator: "\u{1F}").map(String.init)
            )
            names[part] = names[part] ?? name
        }
    }

    private static func kind(_ letter: String, _ destination: String) -> PostgresSchema.Part.Kind {
        switch letter {
        case "f": .foreignKey(destination)
        case "u": .unique
        case "g": .elements
        default: .index
        }
    }

    private static func columns(_ numbers: String, _ table: String) -> String {
        "(SELECT string_agg(a.attname::text, chr(31) ORDER BY k.place) FROM unnest(\(numbers)) WITH ORDINALITY "
            + "k(number, place) JOIN pg_attribute a ON a.attrelid = \(table) AND a.attnum = k.number)"
    }

    private static let statement =
        """
        SELECT c.contype::text, c.conname::text, t.relname::text, r.relname::text, \(columns("c.conkey", "c.conrelid"))
        FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid LEFT JOIN pg_class r ON r.oid = c.confrelid
        WHERE t.relnamespace = to_regnamespace(quote_ident(current_schema())) AND c.contype IN ('u', 'f')
        UNION ALL
        SELECT CASE m.amname WHEN 'gin' THEN 'g' ELSE 'i' END, i.relname::text, t.relname::text, NULL, \(columns("x.indkey::int2[]", "x.indrelid"))
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
        JOIN pg_am m ON m.oid = i.relam
        WHERE t.relnamespace = to_regnamespace(quote_ident(current_schema())) AND NOT x.indisunique
          AND x.indpred IS NULL AND x.indexprs IS NULL
        ORDER BY 3, 2
        """
}
#endif

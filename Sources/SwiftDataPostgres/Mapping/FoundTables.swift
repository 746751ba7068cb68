#if PostgreSQL
/// The tables of a PostgreSQL schema that another program made, from the catalog.
struct FoundTables {
    struct Column {
        let name: String
        let type: FoundType
        /// True if no row may have NULL.
        let isRequired: Bool
        let isReadable: Bool
    }

    /// The place that a foreign key leads to.
    struct Destination: Hashable {
        let namespace: String
        let table: String
        let column: String
    }

    struct Table {
        let name: String
        var columns: [Column] = []
        /// The columns of the primary key.
        var key: [String] = []
        /// The sets of columns of which no two rows have the same values.
        var unique: Set<Set<String>> = []
        /// The destinations of the foreign keys of one column.
        var references: [String: Set<Destination>] = [:]

        subscript(column: String) -> Column? { columns.first { $0.name == column } }
    }

    let namespace: String
    private var tables: [String: Table] = [:]

    subscript(name: String) -> Table? { tables[name] }

    init(_ connection: PostgresConnection, namespace: String) throws {
        self.namespace = namespace
        let parameter: [PostgresParameter] = [.text(namespace)]
        let columns = try connection.run(Self.columns, parameter)
        for row in 0..<columns.count {
            guard let table = columns.text(row, 0), let name = columns.text(row, 1), let type = columns.text(row, 3),
                let text = columns.text(row, 5)
            else { continue }
            let found = FoundType(
                name: type,
                isEnumeration: columns.text(row, 4) == "e",
                elementName: columns.text(row, 6),
                elementsAreEnumerations: columns.text(row, 7) == "e",
                text: text
            )
            tables[table, default: Table(name: table)].columns.append(
                Column(
                    name: name,
                    type: found,
                    isRequired: columns.bool(row, 2),
                    isReadable: columns.bool(row, 8)
                )
            )
        }
        let indices = try connection.run(Self.uniqueIndices, parameter)
        for row in 0..<indices.count {
            guard let table = indices.text(row, 0),
                let names = indices.withBytes(row, 2, { ArrayValue.texts($0) })
            else { continue }
            if indices.bool(row, 1) { tables[table]?.key = names }
            tables[table]?.unique.insert(Set(names))
        }
        let keys = try connection.run(Self.foreignKeys, parameter)
        for row in 0..<keys.count {
            guard let table = keys.text(row, 0), let column = keys.text(row, 1), let namespace = keys.text(row, 2),
                let other = keys.text(row, 3), let name = keys.text(row, 4)
            else { continue }
            let destination = Destination(namespace: namespace, table: other, column: name)
            tables[table]?.references[column, default: []].insert(destination)
        }
    }

    /// The columns of tables and views. A domain counts as the type below it.
    private static let columns = """
        WITH RECURSIVE known AS (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
          AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)),
        base AS (SELECT DISTINCT t.oid, t.oid AS type, t.typtype, t.typbasetype, t.typnotnull
          FROM known JOIN pg_attribute a ON a.attrelid = known.oid JOIN pg_type t ON t.oid = a.atttypid
          UNION ALL SELECT b.oid, t.oid, t.typtype, t.typbasetype, b.typnotnull OR t.typnotnull
          FROM base b JOIN pg_type t ON t.oid = b.typbasetype WHERE b.typtype = 'd')
        SELECT c.relname::text, a.attname::text, a.attnotnull OR b.typnotnull, t.typname::text, t.typtype::text,
          format_type(a.atttypid, a.atttypmod), e.typname::text, e.typtype::text,
          has_column_privilege(c.oid, a.attnum, 'SELECT')
        FROM known JOIN pg_class c ON c.oid = known.oid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        JOIN base b ON b.oid = a.atttypid AND b.typtype <> 'd' JOIN pg_type t ON t.oid = b.type
        LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
        ORDER BY c.relname, a.attnum
        """

    private static let uniqueIndices = """
        SELECT c.relname::text, i.indisprimary, array_agg(a.attname::text ORDER BY a.attnum)
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])
        WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND i.indisunique AND i.indisvalid
          AND i.indpred IS NULL AND i.indexprs IS NULL
        GROUP BY i.indexrelid, c.relname, i.indisprimary
        """

    private static let foreignKeys = """
        SELECT c.relname::text, a.attname::text, n.nspname::text, f.relname::text, k.attname::text
        FROM pg_constraint s JOIN pg_class c ON c.oid = s.conrelid JOIN pg_class f ON f.oid = s.confrelid
        JOIN pg_namespace n ON n.oid = f.relnamespace
        JOIN pg_attribute a ON a.attrelid = s.conrelid AND a.attnum = s.conkey[1]
        JOIN pg_attribute k ON k.attrelid = s.confrelid AND k.attnum = s.confkey[1]
        WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND s.contype = 'f'
          AND cardinality(s.conkey) = 1
        """
}
#endif

#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The triggers that record changes by SQL in the history, and count the versions of the rows that SQL updates. Saves of this
/// library record their changes themselves, and set a variable of the session meanwhile.
struct RecordingTriggers {
    let model: PostgresModel
    /// The PostgreSQL schema of the tables.
    let namespace: String

    /// The variable that is "on" in a transaction of this library.
    static let variable = "swiftdata.saving"
    /// The function by which the triggers are found.
    static let function = "swiftdata_record"

    private static let isForeign = "(coalesce(current_setting('\(variable)', true), '') <> 'on')"

    /// The statements that make the functions and triggers, or make them again.
    var statements: [String] {
        let roots = model.all.filter { $0.table.superNumber == 0 }
        return [begin, count, record, truncated, "REVOKE EXECUTE ON FUNCTION swiftdata_begin() FROM PUBLIC"]
            + roots.flatMap { triggers($0.table.tableName) }
            + model.layout.joinTables.flatMap(links)
    }

    /// The function has the rights of the store's owner, since programs may write rows and not the history; and a search path
    /// that these programs have no part in.
    private func function(_ name: String, returns type: String, _ body: String) -> String {
        "CREATE OR REPLACE FUNCTION \(name)() RETURNS \(type) LANGUAGE plpgsql SECURITY DEFINER "
            + "SET search_path = pg_catalog, \(namespace.enclosed(in: "\"")), pg_temp AS $$\n\(body)\n$$"
    }

    /// The transaction's row of the history, which the first change makes.
    private var begin: String {
        function(
            "swiftdata_begin",
            returns: "bigint",
            """
            DECLARE found bigint;
            BEGIN
              \(number)
              INSERT INTO \(HistorySchema.transactions) (number, at, author, bundle, process)
                VALUES (found, clock_timestamp(), NULL, '', coalesce(current_setting('application_name', true), ''))
                ON CONFLICT DO NOTHING;
              RETURN found;
            END
            """
        )
    }

    /// The statements that put the number of the transaction into `found`.
    private var number: String {
        let numbers = HistoryNumbers(model.features)
        let read = "SELECT \(numbers.current) INTO found FROM \(PostgresSchema.metadataTable);"
        guard let next = numbers.next else { return read }
        // A transaction may change rows of several stores, each of which has a counter.
        let taken = "'\(model.storeIdentifier) ' || found"
        // The first change of a transaction takes a number. The lock of the counter keeps it until the transaction ends.
        return """
            \(read)
              IF coalesce(current_setting('\(Self.numberVariable)', true), '') <> \(taken) THEN
                \(next) RETURNING number INTO found;
                PERFORM set_config('\(Self.numberVariable)', \(taken), true);
              END IF;
            """
    }

    /// The variable with the number that a transaction of another program has taken.
    private static let numberVariable = "swiftdata.number"

    /// The counter by which contexts notice that a row is another one.
    private var count: String {
        function(
            "swiftdata_count",
            returns: "trigger",
            """
            BEGIN
              IF NEW.row_version = OLD.row_version THEN NEW.row_version := OLD.row_version + 1; END IF;
              RETURN NEW;
            END
            """
        )
    }

    private var record: String {
        function(
            Self.function,
            returns: "trigger",
            """
            BEGIN
              IF TG_OP = 'INSERT' THEN
                INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key)
                  SELECT (SELECT swiftdata_begin()), 0, row_entity, pk FROM swiftdata_new ORDER BY pk;
              ELSIF TG_OP = 'DELETE' THEN
                INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key)
                  SELECT (SELECT swiftdata_begin()), 2, row_entity, pk FROM swiftdata_old ORDER BY pk;
              ELSE
                INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key, properties)
                  SELECT (SELECT swiftdata_begin()), 1, a.row_entity, a.pk, (
                    SELECT coalesce(array_agg(n.key ORDER BY n.key), '{}') FROM jsonb_each(to_jsonb(a)) n
                    WHERE n.key <> 'row_version' AND n.value IS DISTINCT FROM o.former -> n.key
                  ) FROM swiftdata_new a JOIN swiftdata_old b ON a.pk = b.pk
                  CROSS JOIN LATERAL (SELECT to_jsonb(b) AS former OFFSET 0) o ORDER BY a.pk;
                INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key)
                  SELECT (SELECT swiftdata_begin()), 2, b.row_entity, b.pk FROM swiftdata_old b
                  WHERE NOT EXISTS (SELECT 1 FROM swiftdata_new a WHERE a.pk = b.pk) ORDER BY b.pk;
                INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key)
                  SELECT (SELECT swiftdata_begin()), 0, a.row_entity, a.pk FROM swiftdata_new a
                  WHERE NOT EXISTS (SELECT 1 FROM swiftdata_old b WHERE a.pk = b.pk) ORDER BY a.pk;
              END IF;
              RETURN NULL;
            END
            """
        )
    }

    /// A table that is emptied at once has no rows to report afterwards.
    private var truncated: String {
        function(
            "swiftdata_truncated",
            returns: "trigger",
            """
            BEGIN
              EXECUTE format('INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key) '
                'SELECT $1, 2, row_entity, pk FROM %I.%I ORDER BY pk', TG_TABLE_SCHEMA, TG_TABLE_NAME)
                USING swiftdata_begin();
              RETURN NULL;
            END
            """
        )
    }

    private func triggers(_ table: String) -> [String] {
        let name = table.enclosed(in: "\"")
        return [
            "CREATE OR REPLACE TRIGGER swiftdata_count BEFORE UPDATE ON \(name) FOR EACH ROW "
                + "WHEN \(Self.isForeign) EXECUTE FUNCTION swiftdata_count()",
            "CREATE OR REPLACE TRIGGER swiftdata_truncate BEFORE TRUNCATE ON \(name) FOR EACH STATEMENT "
                + "WHEN \(Self.isForeign) EXECUTE FUNCTION swiftdata_truncated()",
        ] + Self.statementTriggers(on: name, Self.function)
    }

    private static func statementTriggers(on table: String, _ function: String) -> [String] {
        let kinds = [
            ("insert", "NEW TABLE AS swiftdata_new"), ("delete", "OLD TABLE AS swiftdata_old"),
            ("update", "NEW TABLE AS swiftdata_new OLD TABLE AS swiftdata_old"),
        ]
        return kinds.flatMap { kind, tables in
            [
                "DROP TRIGGER IF EXISTS swiftdata_\(kind) ON \(table)",
                "CREATE TRIGGER swiftdata_\(kind) AFTER \(kind.uppercased()) ON \(table) REFERENCING \(tables) "
                    + "FOR EACH STATEMENT WHEN \(isForeign) EXECUTE FUNCTION \(function)()",
            ]
        }
    }

    /// A row of a join table is a change of the rows on both sides.
    private func links(_ table: JoinTable) -> [String] {
        let function = PostgresNames.limited("swiftdata_record_" + table.name).enclosed(in: "\"")
        let sides = [(table.firstColumn, table.firstEntity), (table.secondColumn, table.secondEntity)]
        func record(_ source: String) -> String {
            sides.compactMap { column, entity in
                guard let side = model[entity] else { return nil }
                let names = property(of: side, in: table, column).map {
                    "ARRAY['\($0.replacingOccurrences(of: "'", with: "''"))']"
                }
                return """
                    INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key, properties)
                      SELECT (SELECT swiftdata_begin()), 1, t.row_entity, t.pk, \(names ?? "NULL::text[]") FROM \(side.quotedTable) t
                      WHERE t.pk IN (SELECT \(column.enclosed(in: "\"")) FROM \(source)) ORDER BY t.pk;
                    """
            }
            .joined(separator: "\n")
        }
        let body = """
            BEGIN
              IF TG_OP IN ('INSERT', 'UPDATE') THEN
            \(record("swiftdata_new"))
              END IF;
              IF TG_OP IN ('DELETE', 'UPDATE') THEN
            \(record("swiftdata_old"))
              END IF;
              RETURN NULL;
            END
            """
        return [self.function(function, returns: "trigger", body)]
            + Self.statementTriggers(on: table.name.enclosed(in: "\""), function)
    }

    /// The name that the history has for the relationship whose rows a column leads to.
    private func property(of entity: PostgresEntity, in table: JoinTable, _ column: String) -> String? {
        for member in model.family(of: entity) {
            for (slot, columns) in member.slots.enumerated() {
                if case .toManyByJoin(_, table.name, column, _) = columns { return member.historyName(slot) }
            }
        }
        return nil
    }
}
#endif

#if PostgreSQL
import Foundation
import SwiftDataPostgres

/// A database of the test's server whose role has fewer features than PostgreSQL: the functions for advisory locks and for the numbers
/// of transactions are refused, and so are constraints that can wait.
final class LimitedDatabase: Sendable {
    /// The connection string, for a role that is no superuser.
    let url: String
    private let name = "limited_" + UUID().uuidString.lowercased().prefix(8)
    private let server: String

    init() throws {
        server = try TestServer.url
        let all = server.replacingOccurrences(of: "/swiftdata?", with: "/\(name)?")
        url = all.replacingOccurrences(of: "postgres@", with: "\(name)@")
        let connection = try PostgresConnection(server)
        try connection.script("CREATE ROLE \(name) LOGIN")
        try connection.script("CREATE DATABASE \(name)")
        try connection.script("GRANT CREATE ON DATABASE \(name) TO \(name)")
        try PostgresConnection(all).script(
            """
            DO $$ DECLARE found regprocedure; BEGIN
              FOR found IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
                AND (proname LIKE '%advisory%' OR proname IN ('pg_current_xact_id', 'pg_current_snapshot', 'pg_snapshot_xmin',
                  'pg_snapshot_xmax', 'txid_current', 'pg_notify'))
              LOOP EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', found); END LOOP;
            END $$;
            CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
              IF current_query() ILIKE '%DEFERRABLE%' THEN
                RAISE EXCEPTION 'this constraint cannot be deferred' USING ERRCODE = '0A000';
              END IF;
            END $$;
            CREATE EVENT TRIGGER refuse ON ddl_command_start EXECUTE FUNCTION public.refuse()
            """
        )
    }

    deinit {
        guard let connection = try? PostgresConnection(server) else { return }
        _ = try? connection.script("DROP DATABASE \(name) WITH (FORCE)")
        _ = try? connection.script("DROP ROLE \(name)")
    }

    /// Runs something whose stores are in the database, and do not use LISTEN and NOTIFY, which no database refuses.
    func run(_ body: () throws -> Void) rethrows {
        try TestServer.$other.withValue(url) { try TestServer.$avoided.withValue(.listen, operation: body) }
    }

    func run(_ body: () async throws -> Void) async rethrows {
        try await TestServer.$other.withValue(url) {
            try await TestServer.$avoided.withValue(.listen, operation: body)
        }
    }
}
#endif

import Foundation
import SwiftData

#if PostgreSQL
    import SwiftDataPostgres
#endif

/// The address of trips on a PostgreSQL server: a URL of libpq, such as `postgresql://db.example/trips`, and after a `#`
/// the PostgreSQL schema of the tables, where it is not `public`.
public struct PostgresAddress: Equatable, Sendable {
    /// The URL as libpq takes it, without the schema. It may have a password, which ``description`` does not show.
    let connection: String
    /// The PostgreSQL schema of the tables.
    let namespace: String

    /// The name of the configuration, by which the container knows the store.
    static let configurationName = "PostgreSQL"

    /// Reads a URL; nil where the text does not begin as a URL of PostgreSQL does.
    init?(_ text: String) {
        let scheme = text.prefix { $0 != ":" }
        guard ["postgresql", "postgres"].contains(scheme.lowercased()) else { return nil }
        let rest = text[scheme.endIndex...]
        guard rest.hasPrefix("://") else { return nil }
        let parts = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        connection = "postgresql" + parts[0]
        namespace = parts.count > 1 ? String(parts[1]) : "public"
    }

    /// Throws ``TripError/builtWithoutPostgres``, or ``TripError/notASchema`` where something else than a name is after
    /// the `#`.
    func check() throws {
        #if PostgreSQL
            // PostgreSQL has names of up to 63 bytes.
            let isName = namespace.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard isName, (1...63).contains(namespace.utf8.count) else { throw TripError.notASchema }
        #else
            throw TripError.builtWithoutPostgres
        #endif
    }

    /// The configuration for a container; throws what ``check()`` throws.
    func configuration() throws -> any DataStoreConfiguration {
        try check()
        #if PostgreSQL
            return PostgresConfiguration(connection, name: Self.configurationName, namespace: namespace)
        #else
            throw TripError.builtWithoutPostgres
        #endif
    }
}

extension PostgresAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of store and the schema. The URL, which may have a password, is left out.
    public var description: String { "PostgreSQL, schema “\(namespace)”" }
    /// The same.
    public var debugDescription: String { description }
    /// The schema alone.
    public var customMirror: Mirror { Mirror(self, children: ["namespace": namespace]) }
}

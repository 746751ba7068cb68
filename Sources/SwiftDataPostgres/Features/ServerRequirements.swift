#if PostgreSQL
package import SwiftDataCore

/// The requirements of every server, whatever its features.
package enum ServerRequirements {
    /// Refuses a server that the store cannot use. The server reports the needed facts as it connects.
    static func check(_ connection: PostgresConnection) throws(StoreError) {
        // CockroachDB says that it is PostgreSQL 13, whatever it can.
        let isPostgreSQL = connection.setting("crdb_version") == nil
        try check(
            version: isPostgreSQL ? connection.serverVersion : nil,
            encoding: connection.setting("server_encoding")
        )
    }

    /// - Parameters:
    ///   - version: The number of the version, such as 150018; nil for an engine with numbers of its own.
    ///   - encoding: The encoding of the database.
    package static func check(version: Int?, encoding: String?) throws(StoreError) {
        if let version, version < 140_000 {
            let name = version < 100_000 ? "\(version / 10_000).\(version / 100 % 100)" : "\(version / 10_000)"
            throw StoreError(
                .cannotOpen,
                "the server is PostgreSQL \(name), and the store needs version 14 or later. Upgrade the server."
            )
        }
        let plain = encoding?.uppercased().filter { $0 != "-" }
        guard let encoding, plain != "UTF8" else { return }
        throw StoreError(
            .cannotOpen,
            "the encoding of the database is \(encoding), and the store needs UTF8. Make a database with ENCODING 'UTF8' and "
                + "TEMPLATE template0."
        )
    }
}
#endif

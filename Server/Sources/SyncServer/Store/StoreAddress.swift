import SwiftData

#if PostgreSQL
    import SwiftDataPostgres
#endif

/// The place of a server's data: a file of SQLite, or tables of a PostgreSQL server.
package enum StoreAddress: Equatable, Sendable {
    /// A database in a file.
    case file(URL)
    /// A URL of libpq, which may have a password, and the PostgreSQL schema of the tables.
    case postgres(connection: String, namespace: String)

    /// Reads a path, or a URL such as `postgresql:///sync#schema`.
    package init(_ text: String) {
        let scheme = text.prefix { $0 != ":" }
        guard ["postgresql", "postgres"].contains(scheme.lowercased()), text[scheme.endIndex...].hasPrefix("://") else {
            self = .file(URL(fileURLWithPath: text))
            return
        }
        let parts = text[scheme.endIndex...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        self = .postgres(
            connection: "postgresql" + parts[0],
            namespace: parts.count > 1 ? String(parts[1]) : "public"
        )
    }

    /// The file; nil on a server.
    package var file: URL? {
        if case .file(let url) = self { url } else { nil }
    }

    /// The configuration for a container.
    ///
    /// - Throws: ``ServerError`` where this build has no PostgreSQL, or the schema is no name.
    func configuration() throws -> any DataStoreConfiguration {
        switch self {
        case .file(let url): return ModelConfiguration(url: url)
        case .postgres(let connection, let namespace):
            #if PostgreSQL
                let isName = namespace.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                guard isName, (1...63).contains(namespace.utf8.count) else {
                    throw ServerError("The PostgreSQL schema after “#” has 1 to 63 letters, digits and “_”.")
                }
                return PostgresConfiguration(connection, name: "PostgreSQL", namespace: namespace)
            #else
                _ = (connection, namespace)
                throw ServerError("This program was built without PostgreSQL. Build it with --traits PostgreSQL.")
            #endif
        }
    }
}

extension StoreAddress: CustomStringConvertible {
    /// The path of the file, or the kind of store and its schema. The URL, which may have a password, is left out.
    package var description: String {
        switch self {
        case .file(let url): url.path
        case .postgres(_, let namespace): "PostgreSQL, schema “\(namespace)”"
        }
    }
}

/// An error for the administrator, with the remedy.
package struct ServerError: Error, Equatable, CustomStringConvertible {
    /// The step that failed and the remedy.
    package let description: String

    package init(_ description: String) { self.description = description }
}

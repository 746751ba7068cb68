/// The address of a store on a PostgreSQL server, `postgresql://…#schema`.
///
/// The address may have a password: no description shows it.
struct ServerAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL, as libpq takes it.
    let connection: String
    /// The PostgreSQL schema of the tables.
    let namespace: String

    /// Nil for an argument that is no such address.
    init?(_ argument: String) {
        let start = argument.prefix(13).lowercased()
        guard start.hasPrefix("postgresql://") || start.hasPrefix("postgres://") else { return nil }
        let parts = argument.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        connection = String(parts[0])
        namespace = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : "public"
    }

    var description: String { "the store in the PostgreSQL schema \(namespace)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["namespace": namespace]) }
}

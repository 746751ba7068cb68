#if PostgreSQL
/// Features of a PostgreSQL server for which the store has another way.
///
/// An addition to Apple's API, of the product `SwiftDataPostgres`. The store asks the server for each feature as it
/// opens. A program names in ``PostgresConfiguration/avoidedFeatures`` the features that the store must not use, such
/// as features that a pool of connections between the program and the server does not pass on:
///
/// ```swift
/// var configuration = PostgresConfiguration("postgresql:///trips")
/// configuration.avoidedFeatures = [.listen, .advisoryLocks]
/// ```
///
/// Tables remember which of ``deferrableConstraints``, ``advisoryLocks`` and ``transactionNumbers`` they were made without. Every
/// process does without these features then.
public struct PostgresFeatures: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// The bits of the features.
    public let rawValue: Int

    /// Creates a set of bits.
    /// - Parameter rawValue: The bits of the features.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Foreign keys and unique constraints that the server checks at the end of a transaction.
    ///
    /// Without them the tables have no foreign keys, and each save checks the relationships that it writes and the rows that it
    /// deletes. Programs in SQL are not checked. Unique constraints are checked row by row, and their columns may have NULL.
    public static let deferrableConstraints = PostgresFeatures(rawValue: 1 << 0)
    /// `LISTEN` and `NOTIFY`. Without them, a process learns of the saves of other processes within a second.
    public static let listen = PostgresFeatures(rawValue: 1 << 1)
    /// Advisory locks. Without them, writers lock rows of the table `swiftdata_lock`.
    public static let advisoryLocks = PostgresFeatures(rawValue: 1 << 2)
    /// Transaction numbers of the server (`xid8`), and the oldest one that is under way. Without them, saves count themselves in the
    /// table `swiftdata_counter`, and commit one after the other.
    public static let transactionNumbers = PostgresFeatures(rawValue: 1 << 3)

    /// All features.
    static let all: PostgresFeatures = [.deferrableConstraints, .listen, .advisoryLocks, .transactionNumbers]
    /// The features that all processes of a store use, or none.
    static let kept: PostgresFeatures = [.deferrableConstraints, .advisoryLocks, .transactionNumbers]

    private static let names: [(feature: PostgresFeatures, name: String)] = [
        (.deferrableConstraints, "deferrableConstraints"), (.listen, "listen"), (.advisoryLocks, "advisoryLocks"),
        (.transactionNumbers, "transactionNumbers"),
    ]

    /// The names of the features, with commas between them.
    public var description: String {
        Self.names.filter { contains($0.feature) }.map(\.name).joined(separator: ", ")
    }

    /// Reads a description; nil for a name that is unknown to this version of the library.
    init?(description: String) {
        self = []
        for part in description.split(separator: ",") {
            let name = part.drop { $0 == " " }
            guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
            insert(known.feature)
        }
    }
}
#endif

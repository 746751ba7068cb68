#if PostgreSQL
public import SwiftDataCore

/// A configuration that keeps models in the tables of a PostgreSQL server.
///
/// An addition to Apple's API, of the product `SwiftDataPostgres`:
///
/// ```swift
/// let configuration = PostgresConfiguration("postgresql:///trips")
/// let container = try ModelContainer(for: Trip.self, configurations: configuration)
/// ```
///
/// Settings that the connection string lacks, such as the password, come from the environment and from the files that
/// libpq reads: `PGHOST`, `PGPASSWORD`, `~/.pgpass`, `~/.pg_service.conf`.
public struct PostgresConfiguration: DataStoreConfiguration, Sendable {
    /// The store that the configuration opens.
    public typealias Store = PostgresStore

    /// The servers that fetches read from, out of the servers in the connection string.
    public enum Reads: Sendable, Hashable {
        /// The one that is written.
        case primary
        /// A standby, or the primary where no standby is reached or has caught up. A fetch sees the saves of this
        /// process and the commits that it has a notice of. Two fetches may read from two standbys, of which one has
        /// fewer commits of other processes.
        case preferStandby
    }

    /// The columns of dates.
    public enum Dates: String, Sendable, Hashable {
        /// `timestamptz`: a date is kept to the microsecond, from 4713 BC to the year 294276.
        case timestamp
        /// `double precision`: the seconds since the beginning of 2001, as `timeIntervalSinceReferenceDate` has them. Every date is
        /// kept exactly.
        case double
    }

    /// The keys of new rows, which are numbers in columns of the type `bigint`.
    public enum Keys: String, Sendable, Hashable {
        /// Numbers of a sequence for each table, in blocks of 64.
        case sequence
        /// Numbers that each process makes without the server: the time in milliseconds, and 21 bits of chance. For servers on which a
        /// sequence costs much.
        case timeOrdered = "time_ordered"
    }

    /// The name of the configuration.
    public var name: String
    /// The models that the store holds. The container fills it in when it is nil.
    public var schema: Schema?
    /// The connection string or URL, as libpq takes it. It may have a password, which ``description`` does not show.
    public var connection: String
    /// The PostgreSQL schema of the tables, which is made if it is missing.
    public var namespace: String
    /// False for a store that is only read.
    public var allowsSave: Bool
    /// The servers that fetches read from.
    public var reads: Reads
    /// The largest number of connections to the server. With `.preferStandby`, standbys have as many of their own.
    public var maximumConnections = 8
    /// The time that a fetch or save waits for a connection, in seconds.
    public var connectionWaitLimit = 10.0
    /// The time after which the server ends a statement, in seconds; nil for no limit. A server that does not answer for ten
    /// seconds more counts as lost.
    public var statementTimeout: Double?
    /// True to record the writes of other programs by SQL, by triggers that the next opening makes: in the history, and
    /// for contexts that show the rows. They stay when this is false later. Without them, SQL that updates a row must
    /// add 1 to its `row_version`, and contexts see it when they read the row again.
    public var recordsOtherPrograms = false
    /// The columns of dates, which are chosen when the tables are made. A store with the other choice is not opened.
    public var dates = Dates.timestamp
    /// The keys of new rows, which are chosen when the tables are made. A store with the other choice is not opened.
    public var keys = Keys.sequence
    /// The time that opening the store waits for another process that makes or migrates the tables, in seconds.
    public var migrationWait = 600.0
    /// The features of the server that the store does not use. Tables are made without them, and stay so:
    /// ``PostgresFeatures`` lists which.
    public var avoidedFeatures: PostgresFeatures = []
    /// The program that made the tables: this library, or another one, whose tables are only read.
    public var tables = Tables.own
    /// The number of prepared statements that each connection keeps. 0 is for PgBouncer before 1.21.
    public var preparedStatementLimit = 256
    /// The time in which a server has to report the outcome of a commit whose connection was lost.
    package var outcomeLimit = Duration.seconds(30)

    /// Creates a configuration.
    /// - Parameters:
    ///   - connection: The connection string or URL, as libpq takes it.
    ///   - name: The name of the configuration.
    ///   - schema: The models that the store holds; the models of the container where it is nil.
    ///   - namespace: The PostgreSQL schema of the tables, which is made if it is missing.
    ///   - allowsSave: False for a store that is only read.
    ///   - reads: The servers that fetches read from.
    public init(
        _ connection: String,
        name: String = "PostgreSQL",
        schema: Schema? = nil,
        namespace: String = "public",
        allowsSave: Bool = true,
        reads: Reads = .primary
    ) {
        self.reads = reads
        self.connection = connection
        self.name = name
        self.schema = schema
        self.namespace = namespace
        self.allowsSave = allowsSave
    }

    /// Compares the name, the connection string, the namespace, `allowsSave` and `tables`.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.name == rhs.name && lhs.connection == rhs.connection && lhs.namespace == rhs.namespace
            && lhs.allowsSave == rhs.allowsSave && lhs.tables == rhs.tables
    }

    /// Hashes the values that distinguish two stores.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(connection)
        hasher.combine(namespace)
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name and the namespace, without the connection string.
    public var description: String { "PostgresConfiguration(\"\(name)\", namespace: \"\(namespace)\")" }
    /// The same: a connection string may have a password.
    public var debugDescription: String { description }
    /// The same properties.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "namespace": namespace]) }
}
#endif

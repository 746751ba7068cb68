public import Foundation
public import SwiftData

#if PostgreSQL
    import SwiftDataPostgres
#endif

/// The store of a ledger.
public enum LedgerStore: Sendable {
    /// A database in a file.
    case file(URL)
    /// Nothing: the ledger goes with the program.
    case memory
    /// Tables of a PostgreSQL server: a URL of libpq, with the PostgreSQL schema of the tables after a `#` where it is not
    /// `public`. The program needs the package trait `PostgreSQL`.
    case postgres(String)

    /// The configuration for a container.
    ///
    /// Throws a ``LedgerError`` for an address that is none, and for a server where the program was built without the trait.
    func configuration() throws -> any DataStoreConfiguration {
        switch self {
        case .file(let file): return ModelConfiguration(url: file)
        case .memory: return ModelConfiguration(isStoredInMemoryOnly: true)
        case .postgres(let address):
            guard address.hasPrefix("postgresql://") || address.hasPrefix("postgres://") else {
                throw LedgerError.notAnAddress
            }
            #if PostgreSQL
                let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init
                )
                let namespace = parts.count > 1 ? parts[1] : "public"
                let isName = namespace.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                guard isName, (1...63).contains(namespace.utf8.count) else { throw LedgerError.notAnAddress }
                return PostgresConfiguration(parts[0], namespace: namespace)
            #else
                throw LedgerError.builtWithoutPostgres
            #endif
        }
    }
}

/// The reason why a ledger cannot be opened. No message has the address of a server, which may have a password.
public enum LedgerError: Error, Equatable {
    /// A store on a PostgreSQL server, for a program without the package trait `PostgreSQL`.
    case builtWithoutPostgres
    /// An address that is no URL of PostgreSQL, with the name of a schema after a `#` or without.
    case notAnAddress
    /// A store on a server that has a ledger already.
    case notEmpty
}

extension LedgerError: LocalizedError, CustomStringConvertible {
    /// The description.
    public var errorDescription: String? { description }

    /// The reason as a sentence, and what to do.
    public var description: String {
        switch self {
        case .builtWithoutPostgres:
            "This program was built without PostgreSQL. Build it with the trait, such as by “swift run --traits PostgreSQL "
                + "--package-path Examples/Ledger ledger”; libpq's development files are needed."
        case .notAnAddress:
            "The address of a PostgreSQL server is a URL such as postgresql:///ledger, with # and the name of a schema at its "
                + "end where the tables are in another one than public."
        case .notEmpty: "There is a ledger on the server already; name another schema after a # in its address."
        }
    }
}

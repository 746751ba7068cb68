#if PostgreSQL
import SwiftDataCore

// The errors of statements that make, read and migrate the tables of a store.

extension PostgresFailure {
    /// True for a transaction that the server has ended because it and another one wait for each other.
    var isDeadlock: Bool { state == "40P01" }

    /// The error of an opening that the server has refused.
    func openingError(_ namespace: String) -> StoreError {
        lockedError
            ?? StoreError(
                .cannotOpen,
                "the tables in the namespace \"\(namespace)\" could not be read or made: \(self)",
                underlying: self
            )
    }

    /// Runs statements of a migration.
    /// - Throws: ``StoreError`` for a statement that the server has refused.
    static func migrating(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let failure as PostgresFailure {
            throw failure.migrationError
        }
    }

    /// The error of a migration that the server has refused.
    private var migrationError: StoreError {
        if isConnectionLost {
            return StoreError(.cannotOpen, "the connection to the server was lost: \(self)", underlying: self)
        }
        if let lockedError { return lockedError }
        let isOfDependency = state == "2BP01"
        return StoreError(
            .migration,
            isOfDependency
                ? "something beside the library's tables, such as a view, needs a table or a column that changes. Drop it before, and "
                    + "make it again afterwards: \(self)"
                : "a statement failed: \(self)",
            underlying: self,
            details: detail
        )
    }

    /// The error where other programs keep the tables locked; nil for any other failure.
    private var lockedError: StoreError? {
        guard isLocked || isDeadlock else { return nil }
        return StoreError(
            .locked,
            "other programs use the tables of the store, which can only be changed when they have ended their transactions. "
                + "Open the store again.",
            underlying: self
        )
    }
}
#endif

#if PostgreSQL
import SwiftDataCore

// The features that a store is made with, and those that the server has and the configuration wants.

extension StoreOpening {
    /// Refuses tables that were made with features which the store could not use now.
    /// - Parameter server: The features that the server has.
    func check(_ stored: StoredTables, _ server: PostgresFeatures) throws {
        let kept = stored.features.intersection(.kept)
        let avoided = kept.intersection(configuration.avoidedFeatures)
        guard avoided.isEmpty else {
            throw StoreError(
                .cannotOpen,
                "the tables in the namespace \"\(configuration.namespace)\" were made with features that the configuration "
                    + "avoids: \(avoided). Allow them, or copy the models into a new namespace."
            )
        }
        let missing = kept.subtracting(server)
        guard missing.isEmpty else {
            throw StoreError(
                .cannotOpen,
                "the tables in the namespace \"\(configuration.namespace)\" were made with features that this server does not "
                    + "have, or not for this role: \(missing). Copy the models into a new namespace."
            )
        }
    }

    /// The choices of a store, with the features that it uses: the features of its tables, and other features where the
    /// server has them and they are not avoided.
    func used(_ stored: StoreChoices, _ server: PostgresFeatures) -> StoreChoices {
        var choices = stored
        choices.features = stored.features.intersection(.kept).union(
            server.subtracting(configuration.avoidedFeatures).subtracting(.kept)
        )
        return choices
    }
}

extension PostgresFailure {
    /// True for something that cannot be made since there is something of the same name: a schema, a table or a type.
    var isOfSameName: Bool { state.map(["42P06", "42P07", "42710", "23505"].contains) ?? false }
}
#endif

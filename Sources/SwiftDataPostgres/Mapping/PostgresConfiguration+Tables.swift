#if PostgreSQL
extension PostgresConfiguration {
    /// The program that made the tables of a store.
    public enum Tables: Sendable, Hashable {
        /// This library, which makes the tables where they are missing, and migrates them.
        case own
        /// Another program. The tables are only read, and nothing is written to the database.
        ///
        /// Opening the store checks that each model fits its table, and throws ``StoreError`` with code `cannotOpen`
        /// otherwise, with every misfit in a ``TableMappingFailure``. A save throws ``StoreError`` with code
        /// `readOnly`. There is no history, and there are no notices of commits: a fetch sees the rows as they are.
        case existing
    }
}
#endif

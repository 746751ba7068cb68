#if PostgreSQL
/// The choices that decide which columns and keys the tables of a store have.
struct StoreChoices: Hashable, Sendable {
    var dates = PostgresConfiguration.Dates.timestamp
    var keys = PostgresConfiguration.Keys.sequence
    /// False for tables of a layout before the fourth, which have arrays as JSON.
    var hasArrays = true
    /// The features of the server that the tables and the saves need.
    var features = PostgresFeatures.all

    /// The columns that `swiftdata_store` has for the choices.
    static let columns = "dates text NOT NULL DEFAULT 'timestamp', keys text NOT NULL DEFAULT 'sequence'"
    /// The first layout with columns that are arrays.
    static let firstLayoutWithArrays: Int64 = 4
}
#endif

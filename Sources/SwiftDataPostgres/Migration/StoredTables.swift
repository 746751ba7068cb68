#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The content of the table `swiftdata_store` of a namespace.
struct StoredTables {
    let identifier: String
    let version: Int64
    let fingerprint: String
    /// The model of the tables, with the numbers of the entities; nil for tables of a version that did not keep it.
    let model: ModelOutline?
    let numbers: [String: Int64]
    /// The number of the last migration.
    let generation: Int64
    /// The choices that the tables were made by.
    let choices: StoreChoices
    /// The cluster that the numbers of transactions are for.
    let cluster: Int64?
    /// The features that the tables were made with, and the features that no table depends on.
    var features: PostgresFeatures { choices.features }

    /// Reads them; nil for a namespace without a store.
    /// - Throws: ``StoreError`` for tables that are no store, and for the layout of a later version of the library.
    init?(_ connection: PostgresConnection, namespace: String) throws {
        let schema = namespace.enclosed(in: "\"")
        let name = "\(schema).\(PostgresSchema.metadataTable)"
        let found = try connection.run("SELECT to_regclass($1) IS NOT NULL", [.text(name)])
        guard found.bool(0, 0) else { return nil }
        // Columns that a version does not have are NULL in the row as JSON.
        let row = try connection.run(
            "SELECT identifier::text, layout_version::bigint, fingerprint, to_jsonb(s)->>'model', "
                + "(to_jsonb(s)->>'generation')::bigint, (to_jsonb(s)->>'cluster_identifier')::bigint, "
                + "to_jsonb(s)->>'dates', to_jsonb(s)->>'keys', "
                + "to_jsonb(s)->>'\(PostgresSchema.avoidedColumn)' FROM \(name) s"
        )
        guard row.count == 1, let identifier = row.text(0, 0), let version = row.integer(0, 1),
            let fingerprint = row.text(0, 2)
        else { throw StoreError(.cannotOpen, "the table \(name) does not have exactly one row.") }
        let avoided = PostgresFeatures(description: row.text(0, 8) ?? "")
        guard version <= PostgresSchema.layoutVersion, let avoided else {
            throw StoreError(
                .newerLayout,
                "the tables in the namespace \"\(namespace)\" have the layout \(version), and this version of the library "
                    + "knows \(PostgresSchema.layoutVersion). Use a later one."
            )
        }
        self.identifier = identifier.uppercased()
        self.version = version
        self.fingerprint = fingerprint
        generation = row.integer(0, 4) ?? 1
        cluster = row.integer(0, 5)
        let (dates, keys) = (row.text(0, 6) ?? "timestamp", row.text(0, 7) ?? "sequence")
        guard let dates = PostgresConfiguration.Dates(rawValue: dates),
            let keys = PostgresConfiguration.Keys(rawValue: keys)
        else {
            throw StoreError(
                .newerLayout,
                "the tables in the namespace \"\(namespace)\" have dates or keys that this version of the library does not know. "
                    + "Use a later one."
            )
        }
        choices = StoreChoices(
            dates: dates,
            keys: keys,
            hasArrays: version >= StoreChoices.firstLayoutWithArrays,
            features: .all.subtracting(avoided)
        )
        let entities = try connection.run("SELECT name, number FROM \(schema).\(PostgresSchema.entityTable)")
        var numbers: [String: Int64] = [:]
        for place in 0..<entities.count {
            if let name = entities.text(place, 0), let number = entities.integer(place, 1) { numbers[name] = number }
        }
        self.numbers = numbers
        model = try row.text(0, 3).map { text in
            do {
                var model = try ModelOutline(json: Data(text.utf8))
                model.numbers = numbers
                return model
            } catch {
                throw StoreError(
                    .migration,
                    "the table \(name) has a model that cannot be read.",
                    underlying: error
                )
            }
        }
    }
}

extension StoredTables {
    /// - Throws: ``StoreError`` with code `cannotOpen` for a configuration with other choices than the tables were made by.
    func check(_ configuration: PostgresConfiguration) throws {
        func check<Choice: RawRepresentable<String> & Equatable>(_ name: String, _ stored: Choice, _ wanted: Choice)
            throws
        {
            guard stored != wanted else { return }
            throw StoreError(
                .cannotOpen,
                "the tables in the namespace \"\(configuration.namespace)\" were made with \(name) = .\(stored), and the configuration "
                    + "says .\(wanted). Set \(name) to .\(stored), or copy the models to a new store."
            )
        }
        try check("dates", choices.dates, configuration.dates)
        try check("keys", choices.keys, configuration.keys)
    }
}
#endif

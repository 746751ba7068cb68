#if PostgreSQL
import ArgumentParser
import SwiftData
import SwiftDataPostgres

/// What one save inserts.
///
/// Neither property is unique: a save that is made twice leaves two rows, which the check finds.
@Model final class Deed {
    #Index<Deed>([\.writer])

    /// The name of the writer.
    var writer: String
    /// The number that the writer has counted to.
    var number: Int
    /// What ``text(of:_:)`` makes of both.
    var text: String

    init(_ key: DeedKey) {
        writer = key.writer
        number = key.number
        text = Self.text(of: key)
    }

    var key: DeedKey { DeedKey(writer: writer, number: number) }

    /// The text of a deed, by which the check sees that the row has the values of its save.
    static func text(of key: DeedKey) -> String { "deed \(key.number) of \(key.writer)" }
}

/// The name of a deed in the log and in the database.
struct DeedKey: Hashable, Sendable {
    let writer: String
    let number: Int
}

/// The database that both commands use.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The connection string or URL of the server.")
    var url: String

    @Option(help: "The PostgreSQL schema of the tables.")
    var namespace = "failover"

    @Option(help: "The bits of the features that tables are made without.")
    var avoided = 0

    var configuration: PostgresConfiguration {
        var configuration = PostgresConfiguration(url, namespace: namespace)
        configuration.avoidedFeatures = PostgresFeatures(rawValue: avoided)
        return configuration
    }

    func container() throws -> ModelContainer {
        try ModelContainer(for: Deed.self, configurations: configuration)
    }
}
#endif

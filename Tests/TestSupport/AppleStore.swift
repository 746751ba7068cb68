package import Foundation

/// A store in the layout of Apple's frameworks, made for one test by a program of its own.
package struct AppleStore: Sendable {
    package let folder: TemporaryFolder
    /// The number of each entity.
    package let numbers: [String: Int]
    /// The table of each entity.
    package let tables: [String: String]
    /// The places of properties, by `Entity.property`, with the names of columns.
    package let places: [String: [String: String]]

    package var file: URL { folder.file(Self.name) }
    package var path: String { file.path }

    package static let name = "apple.sqlite"
    package static var canBeMade: Bool { Program.sqlite3 != nil && Program.python3 != nil }

    /// The options with which the frameworks made the store.
    package struct Options: Sendable {
        /// `NSPersistenceFrameworkVersion`.
        package var framework = 1044
        /// True if join tables within one entity have the name of the earlier of two relationships.
        package var joinsAreNamedByTheEarlier = false
        /// True if a migration has renamed such tables.
        package var joinsWereRenamed = false
        package var hasHistory = true

        package init() {}
    }

    private struct Described: Decodable {
        let numbers: [String: Int]
        let tables: [String: String]
        let places: [String: [String: Column]]
    }

    private enum Column: Decodable {
        case name(String)
        case composite

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = (try? container.decode(String.self)).map { .name($0) } ?? .composite
        }

        var name: String? { if case .name(let name) = self { name } else { nil } }
    }

    /// - Parameters:
    ///   - entities: The elements of the model's XML, such as `<entity name="Trip">…</entity>`.
    ///   - statements: Run at the end.
    package init(_ entities: String, _ options: Options = Options(), _ statements: String...) throws {
        guard let python = Program.python3 else { throw Program.Failure(status: 127) }
        folder = try TemporaryFolder()
        let contents = try Self.writeModel(entities, "Made", in: folder.url)
        let values: [String: Any] = [
            "framework": options.framework, "joins": options.joinsAreNamedByTheEarlier ? "earlier" : "later",
            "renamed": options.joinsWereRenamed, "history": options.hasHistory, "sql": statements,
        ]
        let json = String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
        let output = try python.run(
            ["-", folder.file(Self.name).path, contents.appending(path: "contents").path, json],
            input: AppleStoreProgram.source
        )
        let described = try JSONDecoder().decode(Described.self, from: Data(output.utf8))
        numbers = described.numbers
        tables = described.tables
        places = described.places.mapValues { $0.compactMapValues(\.name) }
    }

    /// Writes an `.xcdatamodel` with these entities; its folder.
    @discardableResult
    package static func writeModel(_ entities: String, _ name: String, in folder: URL) throws -> URL {
        let model = folder.appending(path: "\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
            + "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n\(entities)\n</model>\n"
        try Data(text.utf8).write(to: model.appending(path: "contents"))
        return model
    }

    /// Returns the output of the `sqlite3` program.
    @discardableResult
    package func sqlite3(_ statement: String) throws -> String { try folder.sqlite3(statement, Self.name) }
}

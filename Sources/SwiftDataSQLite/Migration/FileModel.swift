import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The description that a store's file gives of the model that it was written with.
struct FileModel {
    let path: String
    let tables: Set<String>
    private(set) var metadata: StoreMetadata
    private var cache: Data?
    private var form: StoredForm

    /// Nil for a file without tables.
    /// - Throws: ``StoreError`` with code `notADatabase` for a database of something else, `newerLayout` for a file
    ///   that a later version of the library wrote.
    static func ifAny(_ runner: SQLRunner, path: String) throws -> FileModel? {
        let tables = try runner.tableNames()
        return tables.isEmpty ? nil : try FileModel(runner, path: path, tables)
    }

    init(_ runner: SQLRunner, path: String) throws {
        try self.init(runner, path: path, runner.tableNames())
    }

    private init(_ runner: SQLRunner, path: String, _ tables: Set<String>) throws {
        guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else {
            throw StoreError(.notADatabase, "\(path) is a database, but neither SwiftData nor Core Data made it")
        }
        self.path = path
        self.tables = tables
        metadata = try StoreFile.metadata(runner, path: path)
        form = try StoredForm(runner, isWrittenByLibrary: metadata.hasLibraryHashes)
        var content: Data?
        if tables.contains("Z_MODELCACHE") {
            try runner.query("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") { row in
                if !row.isNull(0) { content = row.blob(0) }
            }
        }
        cache = content
    }

    /// The model in the model cache.
    /// - Throws: ``StoreError`` with code `migration` where there is none, or none that can be read.
    func outline() throws -> ModelOutline {
        guard let cache else {
            throw StoreError(.migration, "The store at \(path) does not say what its model is: it has no model cache.")
        }
        do {
            var model = try ModelCache.model(cache)
            model.form = form
            return model
        } catch {
            throw StoreError(
                .migration,
                "The store at \(path) does not say what its model is: its model cache cannot be read.",
                underlying: error
            )
        }
    }

    /// The model in the model cache as the one that a model follows: with the parts that the cache lacks taken from
    /// that model, except the parts that the metadata contain.
    func outline(before next: ModelOutline) throws -> ModelOutline {
        try outline().refined(by: next).exact(metadata.types)
    }

    /// The version that the file states; 0.0.0 where it states none. To Core Data an identifier is any text.
    var version: Schema.Version {
        metadata.modelVersionIdentifiers.filter { isWrittenByLibrary || Self.isVersion($0) }.map(
            Schema.Version.init(parsing:)
        )
        .max()
            ?? Schema.Version(0, 0, 0)
    }

    private static func isVersion(_ identifier: String) -> Bool {
        let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { Int($0) != nil }
    }

    var isWrittenByLibrary: Bool { metadata.hasLibraryHashes }

    /// True if the file was written with this version of a model.
    func isVersion(_ model: ModelOutline) -> Bool {
        if let matches = metadata.matches(model) { return matches }
        guard let outline = try? outline() else { return false }
        return outline.refined(by: model).isSameVersion(as: model)
    }

    /// True if the file has everything just as a model of the same version requires it. A part that cannot be compared
    /// counts as equal, since the file was made for this version.
    func isExactly(_ model: ModelOutline) -> Bool {
        guard let outline = try? outline() else { return true }
        return StoredShape(outline).differences(from: StoredShape(model)).isEmpty
            && metadata.types?.differences(from: model).isEmpty ?? true
            // Values that are to have each other's names are not where they should be yet.
            && !ModelMapping.hasRenames(from: outline, to: model)
    }

    /// True if every entity, table and column of a model exists.
    func hasColumns(of layout: StoreLayout, _ runner: SQLRunner) throws -> Bool {
        do {
            try StoreFileCheck(layout: layout, tables: tables, path: path).check(runner)
            return true
        } catch let error as StoreError where error.code == .cannotOpen {
            return false
        }
    }
}

extension FileModel {
    /// Records in the file that it has the tables of another model now.
    mutating func adopt(_ model: ModelOutline, _ runner: SQLRunner) throws {
        metadata.adopt(model)
        metadata.tombstones.append(try StoreLayout(model).tables)
        let (list, content) = (try metadata.propertyList(), try ModelCache.content(model))
        let identifier = metadata.storeIdentifier
        try runner.run("UPDATE Z_METADATA SET Z_PLIST = ? WHERE Z_UUID = ?") {
            $0.blob(list)
            $0.text(identifier)
        }
        if !tables.contains("Z_MODELCACHE") { try runner.run("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)") }
        try runner.run("DELETE FROM Z_MODELCACHE")
        try runner.run("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)") { $0.blob(content) }
        cache = content
        form = try StoredForm(runner, isWrittenByLibrary: true)
    }
}

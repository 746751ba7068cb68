import Foundation
import SwiftDataModelSource
import SwiftDataSQL
import TestSupport
import Testing

/// The source of every shared model and store, compiled, opens the stores.
@Suite(
    .enabled(
        if: GeneratedModels.canBeMade,
        "needs the shared stores and models, sqlite3, and swiftc with the modules beside the test bundle"
    )
)
struct GeneratedModelsTests {
    static let stores = GeneratedModels.files.filter { ["sqlite", "moody"].contains($0.pathExtension) }
    static let models = GeneratedModels.files.filter { !["sqlite", "moody"].contains($0.pathExtension) }

    @Test func everySharedModelAndStoreIsWrittenAndCompiles() async throws {
        let generated = try await GeneratedModels.current.value
        #expect(generated.cases.count == GeneratedModels.files.count + Self.handMade.count)
        #expect(generated.cases.allSatisfy { !WrittenClass.all(in: $0.text).isEmpty })
    }

    @Test(arguments: stores)
    func theClassesOfAStoreReadItsRows(_ file: URL) async throws {
        let generated = try await GeneratedModels.current.value
        let store = try SampleStore(file.lastPathComponent)
        defer { store.remove() }
        let lines = try generated.run("read", GeneratedModels.name(of: file), store.file.path)
        try expect(lines, store.file)
        #expect(try #require(generated.cases.first { $0.file == file }).isStore)
    }

    @Test(arguments: stores)
    func theClassesOfAStoreAddARow(_ file: URL) async throws {
        let generated = try await GeneratedModels.current.value
        let store = try SampleStore(file.lastPathComponent)
        defer { store.remove() }
        let scope = GeneratedModels.name(of: file)
        let entity = try #require(Self.entityToAdd(file))
        let before = try count(entity, store.file)
        _ = try generated.run("write", scope, store.file.path, entity)
        #expect(try count(entity, store.file) == before + 1)
        try expect(try generated.run("read", scope, store.file.path), store.file)
        #expect(try sqlite(store.file, "PRAGMA integrity_check") == "ok")
    }

    /// Returns the entity of the row that is written to a store: one with neither derived attributes nor required
    /// relationships to other rows.
    private static func entityToAdd(_ file: URL) -> String? {
        switch file.deletingPathExtension().lastPathComponent {
        case "SampleModel_V1", "SampleModel_V2": "SportCar"
        case "SampleModel2_V1", "SampleModel2_V2": "Feedback"
        case "SampleModel3_V1": "User"
        case "coredata-cartkit-v1": "CDCartItem"
        case "coredata-ddg-Bookmarks_V4", "coredata-ddg-Bookmarks_V5": "BookmarkEntity"
        case "coredata-ddg-SyncMetadata_V3": "SyncFeatureEntity"
        case "coredata-moody1", "coredata-moody4": "Country"
        case "swiftdata-cartkit-v1": "CartModel"
        case "swiftdata-spezi-iOS26MigrationInput": "Task"
        default: nil
        }
    }

    /// A store that the classes make has the tables that Apple's framework made for the model.
    @Test(arguments: stores)
    func theClassesOfAStoreMakeItsTables(_ file: URL) async throws {
        let generated = try await GeneratedModels.current.value
        let store = try SampleStore(file.lastPathComponent)
        defer { store.remove() }
        let folder = try TemporaryFolder()
        _ = try generated.run("write", GeneratedModels.name(of: file), folder.file.path, "none")
        // Two relationships that lead to each other are inverses in SwiftData, and these are none in the model.
        let lost =
            file.lastPathComponent == "coredata-cartkit-v1.sqlite" ? ["ZCDCARTITEMMODIFIER.Z2MODIFIERS INTEGER"] : []
        #expect(try columns(folder.file) == columns(store.file).filter { !lost.contains($0) })
    }

    @Test(arguments: models)
    func theClassesOfAModelMakeAndFetchOneObjectOfEachEntity(_ file: URL) async throws {
        let generated = try await GeneratedModels.current.value
        let one = try #require(generated.cases.first { $0.file == file })
        for scope in one.scopes {
            let lines = try generated.run("memory", scope, "memory")
            let version = scope == one.name ? "" : String(scope.dropFirst(one.name.count + 1))
            let classes = WrittenClass.all(in: one.text).filter { $0.version == version }
            for written in classes {
                let family = classes.filter { member in
                    sequence(first: member) { current in classes.first { $0.name == current.parent } }
                        .contains { $0.name == written.name }
                }
                #expect(lines["count \(written.name)"] == "\(family.count)", "\(scope).\(written.name)")
            }
        }
    }

    static let handMade = ["Trips", "Names", "Friends", "Types"].flatMap { [$0, $0 + "_public"] }

    /// The tables of a store that the classes make are those that the layout, which is tested against Apple's stores,
    /// makes of the model that they were written from.
    @Test(arguments: handMade)
    func theClassesSayTheSameAsTheirModel(_ name: String) async throws {
        let generated = try await GeneratedModels.current.value
        let scope = GeneratedModels.name(of: URL(filePath: name))
        let model = try #require(generated.cases.first { $0.name == scope }?.model)
        let folder = try TemporaryFolder()
        let lines = try generated.run("write", scope, folder.file("classes.store").path)
        #expect(lines.filter { $0.key.hasPrefix("count ") }.count == model.entities.count)
        #expect(lines.filter { $0.key.hasPrefix("count ") }.allSatisfy { $0.value != "0" })
        let sqlite = try #require(Program.sqlite3)
        let statements = try StoreLayout(model).creationStatements.joined(separator: ";\n") + ";"
        try sqlite.run([folder.file("model.store").path], input: statements)
        let expected = try columns(folder.file("model.store")).map(Self.renamedColumn)
        #expect(try columns(folder.file("classes.store")) == expected.sorted())
    }

    /// A property whose name is taken gets another, and its column with it.
    private static func renamedColumn(_ column: String) -> String {
        for name in ["ZISDELETED", "ZINIT", "ZSELF", "ZHASHVALUE"] where column.contains(".\(name) ") {
            return column.replacing("\(name) ", with: "\(name)VALUE ")
        }
        return column
    }

    /// Stores of models that are there too: the XML says the same as what the store keeps.
    @Test(arguments: [
        ("BookmarksModel.xcdatamodeld", "SchemaV4", "coredata-ddg-Bookmarks_V4.sqlite"),
        ("BookmarksModel.xcdatamodeld", "SchemaV5", "coredata-ddg-Bookmarks_V5.sqlite"),
        ("SampleModel.xcdatamodeld", "SchemaV1", "SampleModel_V1.sqlite"),
        ("SampleModel.xcdatamodeld", "SchemaV2", "SampleModel_V2.sqlite"),
        ("SampleModel3.xcdatamodeld", "SchemaV1", "SampleModel3_V1.sqlite"),
    ])
    func theClassesOfAModelReadAStoreOfThatVersion(_ model: String, _ version: String, _ name: String) async throws {
        let generated = try await GeneratedModels.current.value
        let store = try SampleStore(name)
        defer { store.remove() }
        let scope = "\(GeneratedModels.name(of: URL(filePath: model))).\(version)"
        try expect(try generated.run("read", scope, store.file.path), store.file)
    }

    /// Compares what the program read with what `sqlite3` counts.
    private func expect(_ lines: [String: String], _ store: URL) throws {
        let names = try sqlite(store, "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000").split(separator: "\n")
        for name in names.map(String.init) {
            let className = Self.renamed[name].flatMap { lines["count \($0)"] == nil ? nil : $0 } ?? name
            #expect(lines["count \(className)"] == "\(try count(name, store))", "\(name)")
        }
        for (key, value) in lines where key.hasPrefix("value ") {
            let parts = key.dropFirst(6).split(separator: ".").map(String.init)
            let column = "Z" + parts[1].uppercased()
            let former = Self.renamed.first { $0.value == parts[0] }?.key
            let entity = former.flatMap { names.contains(Substring($0)) ? $0 : nil } ?? parts[0]
            let table = try table(of: entity, store)
            let names = try sqlite(store, "SELECT name FROM pragma_table_info('\(table)')").split(separator: "\n")
            // Composites have no column of their own, and what is transient has none.
            guard names.contains(Substring(column)) else { continue }
            let counted = try sqlite(
                store,
                "\(Self.family(entity)) SELECT count(\(column)) FROM \(table) \(Self.rows)"
            )
            #expect(value == counted, "\(key)")
        }
    }

    /// The entities that Core Data renamed, whose rows in `Z_PRIMARYKEY` still have the former names.
    private static let renamed = ["ExpensiveSportCar": "LuxuryCar"]

    private static func family(_ entity: String) -> String {
        "WITH RECURSIVE f(e) AS (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)' UNION "
            + "SELECT Z_ENT FROM Z_PRIMARYKEY JOIN f ON Z_SUPER = e)"
    }

    private static let rows = "WHERE Z_ENT IN (SELECT e FROM f)"

    private func table(of entity: String, _ store: URL) throws -> String {
        let root = try sqlite(
            store,
            "WITH RECURSIVE u(e, s, n) AS (SELECT Z_ENT, Z_SUPER, Z_NAME FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)' "
                + "UNION SELECT Z_ENT, Z_SUPER, Z_NAME FROM Z_PRIMARYKEY JOIN u ON Z_ENT = s) "
                + "SELECT n FROM u WHERE s = 0"
        )
        return "Z" + root.uppercased()
    }

    private func count(_ entity: String, _ store: URL) throws -> Int {
        let table = try table(of: entity, store)
        return Int(try sqlite(store, "\(Self.family(entity)) SELECT count(*) FROM \(table) \(Self.rows)")) ?? -1
    }

    /// The columns of entities and joins. Those of orders are made when an order first needs them.
    private func columns(_ store: URL) throws -> [String] {
        let lines = try sqlite(
            store,
            "SELECT m.name || '.' || p.name || ' ' || p.type FROM sqlite_master m, pragma_table_info(m.name) p "
                + "WHERE m.type = 'table' AND m.name NOT IN ('Z_METADATA', 'Z_MODELCACHE', 'ACHANGE', 'ATRANSACTION', "
                + "'ATRANSACTIONSTRING', 'sqlite_sequence', 'sqlite_stat1') AND p.name NOT LIKE 'Z_FOK%' ORDER BY 1"
        )
        return lines.split(separator: "\n").map(String.init)
    }

    private func sqlite(_ store: URL, _ statement: String) throws -> String {
        let program = try #require(Program.sqlite3)
        return try program.run([store.path, statement]).trimmingCharacters(in: .newlines)
    }
}

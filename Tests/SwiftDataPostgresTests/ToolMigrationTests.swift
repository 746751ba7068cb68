#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCLI
import SwiftDataCore
import SwiftDataPostgres
import Testing

/// Types that a model of Core Data cannot say.
enum Cargo1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Crate.self] }

    enum Kind: String, Codable { case wood, steel }

    @Model final class Crate {
        var label: String
        var kind: Kind
        var size: UInt16
        var tags: [String]

        init(_ label: String) {
            (self.label, kind, size, tags) = (label, .steel, 65_000, ["a"])
        }
    }
}

enum Cargo2: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Crate.self] }

    @Model final class Crate {
        @Attribute(originalName: "label") var name: String
        var kind: Cargo1.Kind
        var size: UInt16
        var tags: [String]
        var note: String?

        init(_ name: String) { (self.name, kind, size, tags) = (name, .wood, 1, []) }
    }
}

/// `openswiftdata migrate` with the address of a server.
@Suite struct ToolMigrationTests {
    private let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    private struct Output {
        let status: Int32
        let text: String
        let messages: String
    }

    private func tool(_ arguments: String...) async -> Output {
        let (text, messages) = (Locked(""), Locked(""))
        let console = Console(
            output: { line in text.withLock { $0 += line } },
            messages: { line in messages.withLock { $0 += line } }
        )
        let status = await OpenSwiftDataCommand.run(arguments, console: console)
        return Output(status: status, text: text.withLock { $0 }, messages: messages.withLock { $0 })
    }

    private func open(_ version: any VersionedSchema.Type, _ namespace: TemporaryNamespace) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(for: schema, configurations: [namespace.configuration(schema)])
    }

    private func address(_ namespace: TemporaryNamespace) -> String { "\(namespace.url)#\(namespace.name)" }

    private func model(_ body: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="Crate" representedClassName="Crate">
                    \(body)
                </entity>
            </model>
            """
        try Data(text.utf8).write(to: folder.appending(path: "contents"))
        return folder.path
    }

    private static let known = """
        <attribute name="kind" attributeType="String"/>
        <attribute name="size" attributeType="Integer 32"/>
        <attribute name="tags" attributeType="Transformable"/>
        """

    /// The statements of an output, which the changes come before.
    private func sql(_ output: Output) throws -> String {
        let start = try #require(output.text.range(of: "BEGIN;"))
        return String(output.text[start.lowerBound...])
    }

    private func state() throws -> String {
        try namespace.dump("--schema-only") + namespace.psql("SELECT * FROM swiftdata_store")
    }

    @Test func theSQLIsThatOfTheModelOfAnotherStore() async throws {
        let context = ModelContext(try open(Cargo1.self, namespace))
        context.insert(Cargo1.Crate("a"))
        try context.save()
        let other = try TemporaryNamespace()
        _ = try open(Cargo2.self, other)
        let before = try state()
        let output = await tool("migrate", address(namespace), address(other), "--dry-run")
        #expect(output.status == 0 && output.messages.isEmpty, "\(output.messages)")
        #expect(output.text.contains("- attribute Crate.name: renamed from label\n"), "\(output.text)")
        #expect(!output.text.contains("postgresql:"))
        #expect(try state() == before)
        _ = try namespace.psql(sql(output))
        #expect(try namespace.psql("SELECT generation FROM swiftdata_store") == "2")
        // The classes find nothing to do.
        let migrated = ModelContext(try open(Cargo2.self, namespace))
        #expect(try migrated.fetch(FetchDescriptor<Cargo2.Crate>()).map(\.name) == ["a"])
        #expect(try namespace.psql("SELECT generation FROM swiftdata_store") == "2")
        let again = await tool("migrate", address(namespace), address(other), "--dry-run")
        #expect(again.text == "The tables are those of the model already.\n")
    }

    @Test func aModelOfCoreDataKeepsTheSwiftTypesOfTheStore() async throws {
        let context = ModelContext(try open(Cargo1.self, namespace))
        context.insert(Cargo1.Crate("one"))
        try context.save()
        let before = try state()
        let path = try model(
            "<attribute name=\"name\" attributeType=\"String\" elementID=\"label\"/>"
                + "<attribute name=\"note\" optional=\"YES\" attributeType=\"String\"/>" + Self.known
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        let output = await tool("migrate", address(namespace), path, "--dry-run")
        #expect(output.status == 0, "\(output.messages)")
        let changes = output.text.split(separator: "\n").filter { $0.hasPrefix("- ") }
        #expect(changes == ["- attribute Crate.name: renamed from label", "- attribute Crate.note: added"])
        let altered = output.text.split(separator: "\n").filter { $0.contains("ALTER TABLE") }.joined(separator: "\n")
        #expect(altered.contains("\"note\" text") && !altered.contains("size") && !altered.contains("tags"))
        #expect(try state() == before)
        _ = try namespace.psql(sql(output))
        let crates = try ModelContext(open(Cargo2.self, namespace)).fetch(FetchDescriptor<Cargo2.Crate>())
        #expect(crates.map(\.name) == ["one"] && crates.map(\.size) == [65_000] && crates.map(\.tags) == [["a"]])
        let json = await tool("migrate", address(namespace), path, "--dry-run", "--json")
        #expect(json.status == 0 && json.text.contains("\"statements\": []"), "\(json.text)")
    }

    @Test func whatCannotBeKnownOrDoneIsRefused() async throws {
        _ = try open(Cargo1.self, namespace)
        let before = try state()
        let body = "<attribute name=\"label\" attributeType=\"String\"/>" + Self.known
        let path = try model(body + "<attribute name=\"extra\" optional=\"YES\" attributeType=\"Transformable\"/>")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let unknown = await tool("migrate", address(namespace), path, "--dry-run")
        #expect(unknown.status == 1 && unknown.messages.contains("Swift types of Crate.extra"), "\(unknown.messages)")
        let (shop, defaults) = (try TemporaryNamespace(), try TemporaryNamespace())
        _ = try (open(Shop1.self, shop), open(Shop2.self, defaults))
        let missing = await tool("migrate", address(shop), address(defaults), "--dry-run")
        #expect(missing.status == 1 && missing.messages.contains("has no default values"), "\(missing.messages)")
        let inPlace = await tool("migrate", address(namespace), path)
        #expect(inPlace.status == 1 && inPlace.messages.contains("Open the store with the new models"))
        let copy = await tool("migrate", address(namespace), path, "--output", "copy")
        #expect(copy.status == 64)
        let empty = try TemporaryNamespace()
        let none = await tool("migrate", address(empty), path, "--dry-run")
        #expect(none.status == 1 && none.messages.contains("has no store"))
        #expect(try state() == before)
    }

    @Test func noMessageHasThePassword() async throws {
        let secret = "postgresql://someone:hunter2@127.0.0.1:1/none#x"
        let commands = [
            ["migrate", secret, secret, "--dry-run"], ["migrate", secret, "/nowhere", "--dry-run"],
            ["migrate", "/nowhere", secret], ["migrate", secret, secret], ["query", secret, "Trip"],
            ["inspect", secret], ["diff", secret, secret], ["migrate", secret, secret, "--output", "x"],
        ]
        for command in commands {
            let text = Locked("")
            let console = Console(
                output: { line in text.withLock { $0 += line } },
                messages: { line in text.withLock { $0 += line } }
            )
            let code = await OpenSwiftDataCommand.run(command, console: console)
            let reported = text.withLock { $0 }
            #expect(code != 0 && !reported.isEmpty && !reported.contains("hunter2"), "\(command[0]): \(reported)")
        }
    }
}
#endif

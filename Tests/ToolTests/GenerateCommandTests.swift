import Foundation
import SwiftDataCLI
import SwiftDataCore
import TestSupport
import Testing

/// `openswiftdata generate` and `openswiftdata schema`.
struct GenerateCommandTests {
    /// The output of the tool, unchanged, and its exit code.
    private struct Outcome {
        var output = ""
        var messages = ""
        var code: Int32 = 0
    }

    private func run(_ arguments: String...) async -> Outcome {
        let outcome = Locked(Outcome())
        let console = Console(
            output: { text in outcome.withLock { $0.output += text } },
            messages: { text in outcome.withLock { $0.messages += text } }
        )
        let code = await OpenSwiftDataCommand.run(arguments, console: console)
        return outcome.withLock { outcome in
            outcome.code = code
            return outcome
        }
    }

    private static let contents = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model userDefinedModelVersionIdentifier="2"><entity name="Car"><attribute name="plate" attributeType="String"/>\
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" \
        inverseName="cars" inverseEntity="Person"/></entity><entity name="Person" isAbstract="YES">\
        <relationship name="cars" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Car" \
        inverseName="owner" inverseEntity="Car"/></entity><entity name="Driver" parentEntity="Person"/>\
        <configuration name="Cloud"/></model>
        """

    private func model(_ folder: TemporaryFolder) throws -> String {
        let file = folder.file("Cars.xml")
        try Data(Self.contents.utf8).write(to: file)
        return file.path
    }

    @Test func sourceGoesToTheOutputAndNoticesToTheMessages() async throws {
        let folder = try TemporaryFolder()
        let outcome = await run("generate", try model(folder))
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("// The models of Cars, made by openswiftdata.\n"))
        #expect(outcome.output.contains("\n@Model\nfinal class Driver: Person {\n"))
        #expect(outcome.messages.contains("The configuration Cloud is left out"))
        #expect(await run("generate", try model(folder), "--quiet").messages.isEmpty)
    }

    @Test func aFileIsWrittenOnceAndReplacedOnlyWhenToldTo() async throws {
        let folder = try TemporaryFolder()
        let (model, target) = (try model(folder), folder.file("Cars.swift"))
        #expect(await run("generate", model, "-q", "-o", target.path).code == 0)
        let text = try String(contentsOf: target, encoding: .utf8)
        #expect(text.contains("final class Car {"))
        let second = await run("generate", model, "-q", "-o", target.path, "--access", "public")
        #expect(second.code == 1)
        #expect(second.messages.contains("Cars.swift"))
        #expect(second.messages.split(separator: "\n").count == 1)
        #expect(try String(contentsOf: target, encoding: .utf8) == text)
        #expect(await run("generate", model, "-q", "-o", target.path, "--access", "public", "--overwrite").code == 0)
        #expect(try String(contentsOf: target, encoding: .utf8).contains("public final class Car {"))
    }

    @Test func wrongArgumentsAreToldApartFromFailures() async throws {
        let folder = try TemporaryFolder()
        let model = try model(folder)
        #expect(await run("generate").code == 64)
        #expect(await run("generate", model, "--versions", "some").code == 64)
        #expect(await run("generate", model, "--overwrite").code == 64)
        #expect(await run("schema", model, "--format", "pdf").code == 64)
        #expect(await run("generate", "--help").code == 0)
        for command in ["generate", "schema"] {
            let outcome = await run(command, folder.file("nothing").path)
            #expect(outcome.code == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.messages.hasPrefix("Error: "))
            #expect(outcome.messages.split(separator: "\n").count == 1)
        }
        let version = await run("generate", model, "--current", "Trains")
        #expect(version.code == 1)
        #expect(version.messages.contains("Trains") && version.messages.contains("Cars"))
    }

    @Test func aSchemaIsShownAsText() async throws {
        let folder = try TemporaryFolder()
        let expected = """
            Version 2

            Car
              property  type         remarks
              --------  -----------  -------------------------------
              plate     String
              owner     Person 0..1  nullify on delete, inverse cars

            Driver: Person

            Person (abstract)
              property  type      remarks
              --------  --------  --------------------------------
              cars      Car 0..*  cascade on delete, inverse owner

            """
        #expect(await run("schema", try model(folder)).output == expected)
    }

    @Test func aSchemaIsShownAsADiagramForMermaid() async throws {
        let folder = try TemporaryFolder()
        let expected = """
            classDiagram
                class Car {
                    plate String
                }
                class Driver
                class Person {
                    <<abstract>>
                }
                Person <|-- Driver
                Car "0..*" -- "0..1" Person : owner / cars

            """
        #expect(await run("schema", try model(folder), "--format", "mermaid").output == expected)
    }

    @Test func aSchemaIsShownAsADiagramForGraphviz() async throws {
        let folder = try TemporaryFolder()
        let expected = #"""
            digraph model {
                rankdir=LR;
                node [shape=record, fontname="Helvetica"];
                "Car" [label="{Car|plate:\ String\l}"];
                "Driver" [label="{Driver|}"];
                "Person" [label="{«abstract»\ Person|}"];
                "Driver" -> "Person" [arrowhead=empty];
                "Car" -> "Person" [headlabel="owner 0..1", taillabel="cars 0..*", dir=none];
            }

            """#
        #expect(await run("schema", try model(folder), "--format", "dot").output == expected)
    }

    @Test func aSchemaIsShownAsStatementsThatSQLiteTakes() async throws {
        let folder = try TemporaryFolder()
        let sql = await run("schema", try model(folder), "--format", "sql").output
        let sqlite = try #require(Program.sqlite3)
        try sqlite.run([folder.file("made.sqlite").path], input: sql)
        let tables = try sqlite.run(
            [folder.file("made.sqlite").path, "SELECT name FROM pragma_table_info('ZCAR') ORDER BY cid"]
        )
        #expect(tables == "Z_PK\nZ_ENT\nZ_OPT\nZOWNER\nZ1_OWNER\nZPLATE\n" || tables.contains("ZOWNER\n"))
        #expect(tables.hasSuffix("ZPLATE\n"))
    }

    @Test func aSchemaIsShownAsJSONThatOthersRead() async throws {
        let folder = try TemporaryFolder()
        let json = await run("schema", try model(folder), "--json").output
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let entities = try #require(value?["entities"] as? [[String: Any]])
        #expect(entities.map { $0["name"] as? String } == ["Car", "Driver", "Person"])
        #expect(entities[1]["superentity"] as? String == "Person")
        let relationships = try #require(entities[0]["relationships"] as? [[String: Any]])
        #expect(relationships.first?["inverse"] as? String == "cars")
        #expect(relationships.first?["isToOne"] as? Bool == true)
        #expect(relationships.first?["maximumCount"] as? Int == 1)
    }

    /// Rows of this store are in its `-wal`, which a reader that is not careful would move into the file.
    @Test(.enabled(if: SampleStore.canBeRead, "needs the shared stores"))
    func aStoreAndItsFolderStayAsTheyAre() async throws {
        let store = try SampleStore("swiftdata-spezi-iOS26MigrationInput.sqlite")
        defer { store.remove() }
        func content() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            return try Dictionary(
                uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: store.folder.appending(path: $0))) }
            )
        }
        let before = try content()
        #expect(before.count == 2)
        #expect(await run("generate", store.file.path).output.contains("final class Outcome {"))
        for format in ["text", "sql", "mermaid", "dot", "json"] {
            #expect(await run("schema", store.file.path, "--format", format).output.contains("utcome"))
        }
        #expect(try content() == before)
    }
}

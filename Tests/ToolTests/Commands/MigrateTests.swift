import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct MigrateTests {
    /// Two versions of a model as Xcode writes them; the store is made of the first, with rows by plain SQL.
    private static func model(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Shelf" representedClassName="Shelf">
                \(body)
            </entity>
        </model>
        """
    }

    private func write(_ body: String, _ name: String, in folder: URL) throws -> String {
        let model = folder.appending(path: "\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data(Self.model(body).utf8).write(to: model.appending(path: "contents"))
        return model.path
    }

    private func first(_ sample: SampleStore) throws -> (path: String, target: String) {
        let other = SampleStore.samples.appending(path: "SampleModel_V2.sqlite")
        let target = sample.folder.appending(path: "target.sqlite")
        try FileManager.default.copyItem(at: other, to: target)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path)
        return (sample.file.path, target.path)
    }

    #if !PostgreSQL
        @Test func aServerNeedsTheTrait() async {
            let result = await tool("migrate", "postgresql://u:secret@host/d#s", "Trips.xcdatamodeld", "--dry-run")
            #expect(result.status == 1 && result.messages.contains("--traits PostgreSQL"), "\(result.messages)")
            #expect(!result.messages.contains("secret"))
        }
    #endif

    @Test func aDryRunListsTheStepsAndWritesNothing() async throws {
        let sample = try SampleStore("SampleModel_V1.sqlite")
        defer { sample.remove() }
        let (path, target) = try first(sample)
        let before = try FolderContents(sample.folder)
        let result = await tool("migrate", path, target, "--dry-run", "--json")
        #expect(result.status == 0, "\(result.messages)")
        let steps = try #require(try result.json()["steps"] as? [String])
        #expect(steps.contains { $0.contains("LuxuryCar") && $0.contains("ExpensiveSportCar") })
        #expect(steps.contains { $0.contains("Person") && $0.contains("id") })
        #expect(try result.json()["migrated"] is NSNull)
        #expect(try FolderContents(sample.folder) == before)
    }

    @Test func aCopyIsMigratedAndTheStoreStays() async throws {
        let sample = try SampleStore("SampleModel_V1.sqlite")
        defer { sample.remove() }
        let (path, target) = try first(sample)
        let bytes = try Data(contentsOf: sample.file)
        let copy = sample.folder.appending(path: "copy.sqlite").path
        let result = await tool("migrate", path, target, "--output", copy)
        #expect(result.status == 0, "\(result.messages)")
        #expect(try Data(contentsOf: sample.file) == bytes)
        #expect(await tool("diff", copy, target).status == 0)
        let program = try #require(Program.sqlite3)
        let counts = "SELECT count(*) FROM ZCAR; SELECT count(*) FROM ZPERSON; PRAGMA integrity_check"
        #expect(try program.run([copy, counts]) == "125\n20\nok\n")
        let check = await tool("check", copy)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test func aStoreIsMigratedInPlace() async throws {
        let sample = try SampleStore("SampleModel_V1.sqlite")
        defer { sample.remove() }
        let (path, target) = try first(sample)
        #expect(await tool("migrate", path, target).status == 0)
        #expect(await tool("diff", path, target).status == 0)
        let again = await tool("migrate", path, target, "--dry-run")
        #expect(again.output == "The tables are those of the model already.\n")
    }

    @Test func whatCannotBeInferredIsSaidAndNothingIsWritten() async throws {
        let library = try FilledLibrary()
        let model = try write(
            #"<attribute name="name" attributeType="Integer 64" usesScalarValueType="YES"/>"#,
            "Other",
            in: library.folder.url
        )
        let before = try FolderContents(library.folder.url)
        for arguments in [["--dry-run"], [], ["--output", library.folder.url.appending(path: "copy").path]] {
            let result = await tool(["migrate", library.path, model] + arguments)
            #expect(result.status == 1)
            #expect(result.messages.contains("Shelf.name"), "\(result.messages)")
            #expect(try FolderContents(library.folder.url) == before)
        }
    }
}

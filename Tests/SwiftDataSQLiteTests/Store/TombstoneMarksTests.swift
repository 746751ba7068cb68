import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Values of deleted rows where the marks `.preserveValueOnDeletion` change from version to version.
@Suite struct TombstoneMarksTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path("harbours.store") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Opens the file with a version of the schema and closes it again.
    private func open<Model: AnyHarbour, Result>(
        _ type: Model.Type,
        allowsSave: Bool = true,
        _ body: (ModelContext) throws -> Result
    ) throws -> Result {
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: file), allowsSave: allowsSave)
        let container = try ModelContainer(for: Schema([type]), configurations: [configuration])
        let store = try #require(container.core.stores.first as? TrustedStore<DefaultStore>).store
        let result = try body(ModelContext(container))
        try store.connection.close()
        return result
    }

    /// Saves a harbour and deletes it.
    private func delete<Model: AnyHarbour>(_ name: String, _ type: Model.Type) throws {
        try open(type) { context in
            let harbour = Model(name)
            context.insert(harbour)
            try context.save()
            context.delete(harbour)
            try context.save()
        }
    }

    /// Returns the values that the history keeps of the deleted rows, such as `name=Brest`.
    private func tombstones<Model: AnyHarbour>(_ type: Model.Type, allowsSave: Bool = true) throws -> [String] {
        try open(type, allowsSave: allowsSave) { context in
            let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            return history.flatMap(\.changes).compactMap { change in
                guard case .delete(let delete as DefaultHistoryDelete<Model>) = change else { return nil }
                let values = Model.tombstoneValues.compactMap { name, path in
                    (delete.tombstone[path] as? String).map { "\(name)=\($0)" }
                }
                return values.joined(separator: " ")
            }
        }
    }

    private func sqlite3(_ sql: String) throws -> String {
        try #require(Program.sqlite3).run([file, sql]).trimmingCharacters(in: .newlines)
    }

    private func metadata() throws -> [String: Any] {
        var list = Data()
        let connection = try StoreConnection.readOnlyFile(file)
        try connection.read { runner in
            try runner.query("SELECT Z_PLIST FROM Z_METADATA") { list = $0.blob(0) }
        }
        try connection.close()
        return try #require(PropertyListSerialization.propertyList(from: list, format: nil) as? [String: Any])
    }

    private func setMetadata(_ entries: [String: Any]) throws {
        let list = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
        let connection = try StoreConnection.file(file)
        try connection.write { runner in try runner.run("UPDATE Z_METADATA SET Z_PLIST = ?") { $0.blob(list) } }
        try connection.close()
    }

    /// As an early version of the library left the file.
    private func forgetNumbers() throws {
        var entries = try metadata()
        #expect(entries.removeValue(forKey: "OpenSwiftDataTombstones") != nil)
        try setMetadata(entries)
    }

    private func numbers() throws -> [String: [String: Int]]? {
        try metadata()["OpenSwiftDataTombstones"] as? [String: [String: Int]]
    }

    @Test func aValueIsNeverToldAsThatOfAnAttributeMarkedLater() throws {
        try delete("Brest", HarbourName.Harbour.self)
        #expect(try numbers() == ["Harbour": ["name": 0]])
        #expect(try tombstones(HarbourNameAndCity.Harbour.self) == ["name=Brest"])
        try delete("Calais", HarbourNameAndCity.Harbour.self)
        #expect(try numbers() == ["Harbour": ["name": 0, "city": 1]])
        #expect(
            try sqlite3("SELECT ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE WHERE ZCHANGETYPE = 2 ORDER BY Z_PK")
                == "Brest|\nCalais|city of Calais"
        )
        #expect(try tombstones(HarbourNameAndCity.Harbour.self) == ["name=Brest", "name=Calais city=city of Calais"])
        #expect(try tombstones(HarbourName.Harbour.self) == ["name=Brest", "name=Calais"])
    }

    @Test func theColumnOfAnAttributeThatLosesItsMarkStaysItsOwn() throws {
        try delete("Brest", HarbourNameAndCity.Harbour.self)
        #expect(try numbers() == ["Harbour": ["city": 0, "name": 1]])
        try delete("Dover", HarbourArea.Harbour.self)
        #expect(try numbers() == ["Harbour": ["city": 0, "name": 1, "area": 2]])
        #expect(try tombstones(HarbourArea.Harbour.self) == ["", "area=area of Dover"])
        #expect(try tombstones(HarbourNameAndCity.Harbour.self) == ["name=Brest city=city of Brest", ""])
        #expect(try tombstones(HarbourName.Harbour.self) == ["name=Brest", ""])
    }

    @Test func aStoreThatSaysNothingIsTakenAsItsSchemaHasIt() throws {
        try delete("Brest", HarbourName.Harbour.self)
        try forgetNumbers()
        #expect(try tombstones(HarbourName.Harbour.self) == ["name=Brest"])
        #expect(try numbers() == ["Harbour": ["name": 0]])
        #expect(try tombstones(HarbourNameAndCity.Harbour.self) == ["name=Brest"])
    }

    @Test func aReadOnlyStoreIsReadByTheNumbersThatItHas() throws {
        try delete("Brest", HarbourName.Harbour.self)
        let before = try folder.contents()
        #expect(try tombstones(HarbourNameAndCity.Harbour.self, allowsSave: false) == ["name=Brest"])
        #expect(try folder.contents() == before)
        try forgetNumbers()
        let silent = try folder.contents()
        #expect(try tombstones(HarbourName.Harbour.self, allowsSave: false) == ["name=Brest"])
        #expect(try folder.contents() == silent)
    }

    @Test func theMetadataOfAppleStoresStayAsTheyAre() throws {
        try delete("Brest", HarbourName.Harbour.self)
        try forgetNumbers()
        var entries = try metadata()
        entries["OpenSwiftDataHashes"] = nil
        try setMetadata(entries)
        let before = try sqlite3("SELECT hex(Z_PLIST) FROM Z_METADATA")
        try delete("Calais", HarbourName.Harbour.self)
        #expect(try tombstones(HarbourName.Harbour.self) == ["name=Brest", "name=Calais"])
        #expect(try sqlite3("SELECT hex(Z_PLIST) FROM Z_METADATA") == before)
    }

    @Test func otherMetadataSurviveANewNumber() throws {
        try delete("Brest", HarbourName.Harbour.self)
        var entries = try metadata()
        entries["app.key"] = "app.value"
        try setMetadata(entries)
        let identifier = try sqlite3("SELECT Z_UUID FROM Z_METADATA")
        try delete("Calais", HarbourNameAndCity.Harbour.self)
        var after = try metadata()
        #expect(after.removeValue(forKey: "OpenSwiftDataTombstones") != nil)
        entries["OpenSwiftDataTombstones"] = nil
        #expect(NSDictionary(dictionary: after) == NSDictionary(dictionary: entries))
        #expect(try sqlite3("SELECT Z_UUID || count(*) FROM Z_METADATA") == identifier + "1")
    }

    @Test func numbersThatCannotBeAreTakenAsNone() throws {
        try delete("Brest", HarbourName.Harbour.self)
        var entries = try metadata()
        entries["OpenSwiftDataTombstones"] = ["Harbour": ["name": -7]]
        try setMetadata(entries)
        #expect(try tombstones(HarbourName.Harbour.self) == ["name=Brest"])
        #expect(try numbers() == ["Harbour": ["name": 0]])
    }

    @Test func versionsThatOpenTheFileAtOnceAgree() throws {
        try delete("Brest", HarbourName.Harbour.self)
        let file = file
        let failures = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let types: [any PersistentModel.Type] = [HarbourNameAndCity.Harbour.self, HarbourArea.Harbour.self]
            do {
                _ = try ModelContainer(
                    for: Schema([types[number % 2]]),
                    configurations: [ModelConfiguration(url: URL(fileURLWithPath: file))]
                )
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        let found = try #require(try numbers()?["Harbour"])
        #expect(found["name"] == 0)
        #expect(Set(found.keys) == ["name", "city", "area"])
        #expect(Set(found.values) == [0, 1, 2])
        try delete("Calais", HarbourNameAndCity.Harbour.self)
        try delete("Dover", HarbourArea.Harbour.self)
        #expect(
            try tombstones(HarbourNameAndCity.Harbour.self) == ["name=Brest", "name=Calais city=city of Calais", ""]
        )
        #expect(try tombstones(HarbourArea.Harbour.self) == ["", "", "area=area of Dover"])
    }
}

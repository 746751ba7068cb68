import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

@Suite("The metadata of a store")
struct StoreMetadataTests {
    private let model = ModelOutline(
        entities: [EntityOutline("Item", properties: [.attribute(AttributeOutline("name", .string))])],
        versionIdentifier: "2.1.0"
    )

    private func entries(_ data: Data) throws -> [String: Any] {
        try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    @Test("A new store says what it is, which model made it and that the hashes are ours")
    func fresh() throws {
        let metadata = StoreMetadata(model)
        let list = try entries(metadata.propertyList())
        #expect(
            Set(list.keys) == [
                "NSStoreType", "NSPersistenceFrameworkVersion", "NSStoreModelVersionHashes",
                "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
                "NSStoreModelVersionIdentifiers", "_NSAutoVacuumLevel", "OpenSwiftDataHashes", "OpenSwiftDataLayout",
                "OpenSwiftDataTypes",
            ]
        )
        #expect(list["NSStoreType"] as? String == "SQLite")
        #expect(list["_NSAutoVacuumLevel"] as? String == "2")
        #expect(list["NSStoreModelVersionIdentifiers"] as? [String] == ["2.1.0"])
        #expect((list["NSStoreModelVersionHashes"] as? [String: Data])?.mapValues(\.count) == ["Item": 32])
        #expect(UUID(uuidString: metadata.storeIdentifier)?.uuidString == metadata.storeIdentifier)
        #expect(try metadata.propertyList().starts(with: Data("bplist00".utf8)))
    }

    @Test("A store is known again by its model, and says which entities differ")
    func matching() throws {
        let written = StoreMetadata(model)
        let metadata = try StoreMetadata(
            storeIdentifier: written.storeIdentifier,
            propertyList: written.propertyList()
        )
        var other = model
        other.entities.append(EntityOutline("New", properties: []))
        other.entities[0].properties.append(.attribute(AttributeOutline("more", .string)))
        #expect(metadata.matches(model) == true)
        #expect(metadata.differences(from: model) == [])
        #expect(metadata.matches(other) == false)
        #expect(metadata.differences(from: other) == ["Item", "New"])
        var migrated = metadata
        migrated.adopt(other)
        #expect(migrated.matches(other) == true)
    }

    @Test("Hashes that were supplied are written as they are, and not called ours")
    func template() throws {
        let hashes = ["Item": Data(repeating: 7, count: 32)]
        let written = StoreMetadata(model, hashes: hashes)
        #expect(try entries(written.propertyList())["OpenSwiftDataHashes"] == nil)
        let read = try StoreMetadata(storeIdentifier: "X", propertyList: written.propertyList())
        #expect(read.modelVersionHashes == hashes)
        #expect(read.matches(model) == nil)
    }

    @Test("Keys that we do not know survive a rewrite, whatever their type")
    func unknownKeys() throws {
        let theirs: [String: Any] = [
            "PersistedClientId": "abc", "app.number": 5, "app.list": [1, 2], "NSPersistenceFrameworkVersion": 1447,
            "NSStoreModelVersionIdentifiers": [""], "app.date": Date(timeIntervalSinceReferenceDate: 12.5),
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: theirs, format: .binary, options: 0)
        var metadata = try StoreMetadata(storeIdentifier: "X", propertyList: data)
        metadata.adopt(model)
        let list = try entries(metadata.propertyList())
        #expect(list["PersistedClientId"] as? String == "abc")
        #expect(list["app.number"] as? Int == 5)
        #expect(list["app.list"] as? [Int] == [1, 2])
        #expect(list["app.date"] as? Date == Date(timeIntervalSinceReferenceDate: 12.5))
        #expect(list["NSPersistenceFrameworkVersion"] as? Int == 1447)
        #expect(list["NSStoreModelVersionIdentifiers"] as? [String] == ["2.1.0"])
    }

    @Test("The numbers of the columns for deleted values come back, and survive another model")
    func tombstones() throws {
        let numbers = try #require(TombstoneNumbers(["Item": ["name": 1, "place.x": 0], "Other": ["name": 0]]))
        var written = StoreMetadata(model)
        #expect(written.tombstones.isEmpty)
        written.tombstones = numbers
        var metadata = try StoreMetadata(storeIdentifier: "X", propertyList: written.propertyList())
        #expect(metadata.tombstones == numbers)
        metadata.adopt(model)
        let again = try StoreMetadata(storeIdentifier: "X", propertyList: metadata.propertyList())
        #expect(again.tombstones == numbers)
    }

    @Test("Bytes that are no property list are an error, not a new store")
    func damaged() {
        #expect(throws: StoreError.self) {
            try StoreMetadata(storeIdentifier: "X", propertyList: Data("nonsense".utf8))
        }
    }

    @Test(
        "From the hashes of a real store come its digest and its checksum",
        .enabled(if: SampleStore.canBeRead, "needs ../shared/stores"),
        arguments: [
            "swiftdata-cartkit-v1.sqlite", "swiftdata-spezi-iOS26MigrationInput.sqlite", "coredata-cartkit-v1.sqlite",
            "coredata-ddg-Bookmarks_V5.sqlite",
        ]
    )
    func sameAsApple(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let sql = "SELECT hex(Z_PLIST) FROM Z_METADATA"
        let hexadecimal = try #require(Program.sqlite3).run([store.file.path, sql])
        let data = try #require(Data(hexadecimal: hexadecimal.trimmingCharacters(in: .newlines)))
        let theirs = try entries(data)
        let metadata = try StoreMetadata(storeIdentifier: "X", propertyList: data)
        let ours = try entries(metadata.propertyList())
        #expect(metadata.modelVersionHashes.count > 0)
        #expect(metadata.hasLibraryHashes == false)
        for key in ["NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey"] {
            guard let value = theirs[key] as? String else { continue }
            #expect(ours[key] as? String == value)
        }
        #expect(theirs["NSStoreModelVersionHashesDigest"] is String)
        #expect(
            NSDictionary(dictionary: ours.filter { theirs.keys.contains($0.key) }) == NSDictionary(dictionary: theirs)
        )
    }
}

extension Data {
    fileprivate init?(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }
}

import ClientModels
import Foundation
import SwiftData
import SwiftDataSQL
import TestSupport
import Testing

/// Stores that this library makes describe themselves, and what they say makes the same tables again.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct SelfDescriptionTests {
    struct ModelSet: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let models: [any PersistentModel.Type]

        init(_ name: String, _ models: [any PersistentModel.Type]) {
            testDescription = name
            self.models = models
        }
    }

    static let sets = [
        ModelSet("scheduler", Spezi.models), ModelSet("library", Library1.models),
        ModelSet("cars", Cars1.models), ModelSet("moods", Moody1.models), ModelSet("flat moods", Moody4.models),
        ModelSet("carts of Core Data", CoreDataCarts.models), ModelSet("carts", CartKit.models),
        ModelSet("bookmarks", [Bookmarks5.BookmarkEntity.self]), ModelSet("attachments", [Attachment.self]),
    ]

    @Test(arguments: sets) func theFileTellsTheSchemaThatMadeIt(_ set: ModelSet) throws {
        let folder = try TemporaryFolder()
        let schema = Schema(set.models, version: Schema.Version(2, 1, 0))
        _ = try ModelContainer(for: schema, configurations: [ModelConfiguration(url: folder.file)])
        let reported = try Schema(storeAt: folder.file)
        #expect(reported.version == schema.version)
        #expect(reported.entities.map(\.name).sorted() == schema.entities.map(\.name).sorted())
        for entity in schema.entities {
            let other = try #require(reported.entitiesByName[entity.name])
            #expect(other.superentityName == entity.superentityName)
            #expect(Set(other.uniquenessConstraints) == Set(entity.uniquenessConstraints))
            #expect(Set(other.indices) == Set(entity.indices))
            #expect(Set(other.properties.map(\.name)) == Set(entity.properties.map(\.name)))
            for attribute in entity.attributes {
                let twin = try #require(other.attributesByName[attribute.name])
                #expect(twin.isOptional == attribute.isOptional && twin.originalName == attribute.originalName)
                #expect(twin.isTransient == attribute.isTransient, "\(attribute.name)")
                #expect(twin.isUnique == attribute.isUnique, "\(attribute.name)")
                #expect(twin.isTransformable == attribute.isTransformable, "\(attribute.name)")
                #expect(
                    twin.options.contains(.externalStorage) == attribute.options.contains(.externalStorage)
                        && twin.options.contains(.preserveValueOnDeletion)
                            == attribute.options.contains(.preserveValueOnDeletion)
                )
            }
            for relationship in entity.relationships {
                let twin = try #require(other.relationshipsByName[relationship.name])
                #expect(twin.destination == relationship.destination && twin.inverseName == relationship.inverseName)
                #expect(twin.deleteRule == relationship.deleteRule, "\(relationship.name)")
                #expect(twin.isToOneRelationship == relationship.isToOneRelationship)
                #expect(twin.isOptional == relationship.isOptional, "\(relationship.name)")
            }
        }
        // The same statements make both, whatever the order of the properties is.
        #expect(try StoreLayout(schema: reported).creationStatements == StoreLayout(schema: schema).creationStatements)
    }

    @Test(arguments: sets) func theMetadataIsThatOfTheModel(_ set: ModelSet) throws {
        let folder = try TemporaryFolder()
        let schema = Schema(set.models)
        _ = try ModelContainer(for: schema, configurations: [ModelConfiguration(url: folder.file)])
        let python = """
            import base64, hashlib, plistlib, sqlite3, sys
            list = plistlib.loads(sqlite3.connect(sys.argv[1]).execute('SELECT Z_PLIST FROM Z_METADATA').fetchone()[0])
            hashes = list['NSStoreModelVersionHashes']
            names = sorted(hashes, key=lambda name: name.encode())
            whole = hashlib.sha512(b''.join(name.encode() + hashes[name] for name in names)).digest()
            short = hashlib.sha256(b''.join(hashes[name] for name in names)).digest()
            print(','.join(names), all(len(hashes[name]) == 32 for name in names), list['NSStoreType'],
                  list['NSStoreModelVersionIdentifiers'], list['NSStoreModelVersionHashesVersion'],
                  base64.b64encode(whole).decode() == list['NSStoreModelVersionHashesDigest'],
                  base64.b64encode(short).decode() == list['NSStoreModelVersionChecksumKey'], sep='|')
            """
        let printed = try #require(Program.python3).run(["-c", python, folder.file.path])
        let names = schema.entities.map(\.name).sorted().joined(separator: ",")
        #expect(printed == "\(names)|True|SQLite|['1.0.0']|3|True|True\n")
    }

    /// Compares the tables of models and of metadata. Further tables of Apple's stores, and the columns `Z_FOK…`,
    /// cannot be made of a schema.
    @Test(arguments: DynamicReadingTests.counts.keys.sorted())
    func aFreshStoreOfASchemaFromAFileHasTheSameColumns(_ name: String) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        let schema = try Schema(storeAt: sample.file)
        let fresh = sample.folder.appending(path: "fresh.store")
        let statements = try StoreLayout(schema: schema).creationStatements.joined(separator: ";\n")
        let sqlite3 = try #require(Program.sqlite3)
        try sqlite3.run([fresh.path, statements])
        let columns =
            "SELECT upper(m.name), upper(c.name), c.type FROM sqlite_master m, pragma_table_info(m.name) c "
            + "WHERE m.type = 'table' AND m.name LIKE 'Z%' AND c.name NOT LIKE 'Z\\_FOK%' ESCAPE '\\' ORDER BY 1, 2"
        let theirs = try sqlite3.run([sample.file.path, columns])
        let ours = try sqlite3.run([fresh.path, columns])
        #expect(!theirs.isEmpty && ours == theirs)
    }

    @Test func largeValuesAreReadFromTheirFilesAndWrittenToNewOnes() throws {
        let folder = try TemporaryFolder()
        let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        do {
            let context = ModelContext(
                try ModelContainer(for: Attachment.self, configurations: ModelConfiguration(url: folder.file))
            )
            context.insert(Attachment(name: "large", content: large))
            context.insert(Attachment(name: "small", content: Data([7])))
            try context.save()
        }
        let files = folder.url.appending(path: ".test_SUPPORT/_EXTERNAL_DATA").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
        let before = try FolderContent(folder.url)
        do {
            let store = try DynamicStore(url: folder.file)
            let rows = try store.rows(of: "Attachment")
            #expect(rows.map { $0["content"] } == [.data(large), .data(Data([7]))])
            #expect(
                store.schema.entitiesByName["Attachment"]?.attributesByName["content"]?.options == [.externalStorage]
            )
        }
        #expect(try FolderContent(folder.url) == before)
        let store = try DynamicStore(url: folder.file, allowsSave: true)
        let rows = try store.rows(of: "Attachment")
        let other = Data(large.reversed())
        try store.save { changes in
            changes.update(rows[0], ["content": .data(Data([8]))])
            changes.update(rows[1], ["content": .data(other)])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 1)
        #expect(try store.rows(of: "Attachment").map { $0["content"] } == [.data(Data([8])), .data(other)])
    }

    @Test func whatIsNoStoreIsRefusedWithoutBeingTouched() throws {
        let folder = try TemporaryFolder()
        let (empty, text, database) = (folder.file("empty"), folder.file("text"), folder.file("database"))
        try Data().write(to: empty)
        try Data("no store".utf8).write(to: text)
        _ = try folder.sqlite3("CREATE TABLE t (c)", "database")
        let sample = try SampleStore("coredata-moody4.moody")
        defer { sample.remove() }
        let broken = folder.file("broken")
        try FileManager.default.copyItem(at: sample.file, to: broken)
        _ = try folder.sqlite3("UPDATE Z_MODELCACHE SET Z_CONTENT = zeroblob(1000)", "broken")
        let before = try FolderContent(folder.url)
        for file in [empty, text, database, broken, folder.file("missing")] {
            for allowsSave in [false, true] {
                #expect(throws: StoreError.self) { try DynamicStore(url: file, allowsSave: allowsSave) }
            }
            #expect(throws: StoreError.self) { try Schema(storeAt: file) }
        }
        #expect(try FolderContent(folder.url) == before)
    }
}

@Model final class Attachment {
    #Index<Attachment>([\.name])

    @Attribute(.unique) var name: String
    @Attribute(.externalStorage) var content: Data
    var size: UInt8?

    init(name: String, content: Data) {
        self.name = name
        self.content = content
    }
}

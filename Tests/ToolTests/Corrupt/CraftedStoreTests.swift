import Foundation
import SwiftData
import TestSupport
import Testing

/// Stores that are made on purpose to lead a reader astray. The built program runs on them, so that a trap is seen
/// as one.
@Suite(.enabled(if: Program.python3 != nil && Program.sqlite3 != nil, "needs python3 and sqlite3"))
struct CraftedStoreTests {
    struct Craft: CustomTestStringConvertible {
        let name: String
        /// Python with `database`, `path` and `archive(objects, root)` at hand.
        let script: String
        /// The message of the error, or of the finding of the check.
        let message: String

        var testDescription: String { name }
    }

    private static let prelude = """
        import plistlib, sqlite3, sys, zlib
        from plistlib import UID
        path = sys.argv[1]
        database = sqlite3.connect(path)
        def archive(objects):
            return plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)},
                "$objects": ["$null"] + objects}, fmt=plistlib.FMT_BINARY)
        def deflated(data):
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            return packer.compress(data) + packer.flush()
        def cache(content):
            database.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = ?", (content,))
        def metadata(data):
            database.execute("UPDATE Z_METADATA SET Z_PLIST = ?", (data,))
        def model(entities, others):
            # 1 the model, 2 its class, 3 the entities, 4 names …
            objects = [{"$class": UID(2), "NSEntities": UID(3)}, {"$classname": "NSManagedObjectModel"}]
            first = 4 + len(entities)
            names = [UID(4 + i) for i in range(len(entities))]
            objects.append({"NS.keys": names, "NS.objects": [UID(first + i) for i in range(len(entities))]})
            return archive(objects + list(entities) + others(first))

        """

    static let crafts = [
        Craft(
            name: "a model cache that inflates without end",
            script: """
                packer = zlib.compressobj(9, zlib.DEFLATED, -15)
                content = b"".join(packer.compress(bytes(1 << 24)) for _ in range(128)) + packer.flush()
                cache(content)
                """,
            message: "model cache is not compressed"
        ),
        Craft(
            name: "an entity above itself",
            script: """
                cache(deflated(model(["A"], lambda first: [{"NSEntityName": UID(4), "NSSuperentity": UID(first)}])))
                """,
            message: "is its own ancestor"
        ),
        Craft(
            name: "entities above each other by name",
            script: """
                names = ["E%d" % i for i in range(3000)]
                def others(first):
                    # Each says that the next is above it, by a name that is not that of the object.
                    entities = [{"NSEntityName": UID(4 + i), "NSSuperentity": UID(first + 3000 + i)} for i in range(3000)]
                    return entities + [{"NSEntityName": UID(4 + (i + 1) % 3000)} for i in range(3000)]
                cache(deflated(model(names, others)))
                """,
            message: "has a parent entity that the archived model does not list"
        ),
        Craft(
            name: "entities far above each other",
            script: """
                names = ["E%d" % i for i in range(200)]
                def above(first):
                    parents = [{"NSSuperentity": UID(first + i + 1)} for i in range(199)] + [{}]
                    return [{"NSEntityName": UID(4 + i), **parent} for i, parent in enumerate(parents)]
                cache(deflated(model(names, above)))
                """,
            message: "has too many ancestors"
        ),
        Craft(
            name: "a composite of itself, twice",
            script: """
                def others(first):
                    entity = {"NSEntityName": UID(4), "NSProperties": UID(first + 1)}
                    properties = {"NS.keys": [UID(4)], "NS.objects": [UID(first + 2)]}
                    attribute = {"$class": UID(first + 3), "NSAttributeType": 2100, "NSPropertyName": UID(4),
                        "NSCompositeElements": UID(first + 4)}
                    kind = {"$classname": "NSCompositeAttributeDescription"}
                    elements = {"NS.objects": [UID(first + 2), UID(first + 2), UID(first + 2)]}
                    return [entity, properties, attribute, kind, elements]
                cache(deflated(model(["A"], others)))
                """,
            message: "nested too deep"
        ),
        Craft(
            name: "one list for very many entities",
            script: """
                names = ["E%d" % i for i in range(4000)]
                def others(first):
                    tuples = {"NS.objects": [UID(4)] * 4000}
                    return [{"NSEntityName": UID(4 + i), "NSUniqueTuples": UID(first + 4000)} for i in range(4000)] + [tuples]
                cache(deflated(model(names, others)))
                """,
            message: "has too many references"
        ),
        Craft(
            name: "metadata in words",
            script: "metadata(b'<plist><dict/></plist>')",
            message: "metadata of the store"
        ),
        Craft(
            name: "metadata that refer to an archive",
            script: """
                data = plistlib.dumps({"NSStoreModelVersionHashes": UID(3)}, fmt=plistlib.FMT_BINARY)
                metadata(data + b"")
                """,
            // Nobody needs the value.
            message: ""
        ),
        Craft(
            name: "metadata in circles",
            script: """
                # An array whose only element is itself.
                body = b"bplist00" + bytes([0xA1, 0x00])
                trailer = bytes(6) + bytes([1, 1]) + (1).to_bytes(8, "big") + bytes(8) + (10).to_bytes(8, "big")
                metadata(body + bytes([8]) + trailer)
                """,
            message: "metadata of the store"
        ),
        Craft(
            name: "counters at their ends",
            script: """
                database.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807")
                database.execute("UPDATE ZTAG SET Z_OPT = 9223372036854775807, Z_ENT = 9223372036854775807")
                database.execute("UPDATE ACHANGE SET ZENTITY = -9223372036854775807 - 1, ZENTITYPK = 9223372036854775807")
                database.execute("UPDATE ATRANSACTION SET ZTIMESTAMP = 1e308")
                database.execute("INSERT INTO ATRANSACTION (Z_PK, Z_ENT) VALUES (9223372036854775807, 16002)")
                database.execute("UPDATE ZBOOK SET ZPUBLISHED = -1e308, ZSHELF = -9223372036854775807 - 1")
                """,
            message: "entity number"
        ),
        Craft(
            name: "a value of a gigabyte that is not there",
            script: Craft.gigabyte,
            message: "integrity"
        ),
        Craft(
            name: "tables that are views",
            script: """
                database.execute("DROP TABLE Z_MODELCACHE")
                database.execute("CREATE VIEW Z_MODELCACHE AS SELECT x'00' AS Z_CONTENT")
                """,
            message: "model cache"
        ),
        Craft(
            name: "text where there are bytes",
            script: """
                database.execute("UPDATE Z_METADATA SET Z_PLIST = 'none', Z_UUID = x'00FF'")
                """,
            message: "metadata"
        ),
    ]

    @Test(arguments: crafts)
    func aCraftedStoreIsAClearError(craft: Craft) throws {
        let library = try FilledLibrary()
        let python = try #require(Program.python3)
        let end = "\ndatabase.commit()\ndatabase.close()\n"
        try python.run(["-", library.path], input: Self.prelude + craft.script + end)
        let before = try FolderContents(library.folder.url)
        for arguments in ReadingCommands.all(library.path) {
            let result = try BuiltTool.run(arguments)
            #expect([0, 1].contains(result.status), "\(arguments) ended with \(result.status)")
            if result.status == 1, arguments[0] != "check" {
                #expect(result.messages.hasPrefix("Error: "), "\(arguments)")
                #expect(
                    result.messages.split(separator: "\n").allSatisfy { $0.hasPrefix("Error: ") },
                    "\(result.messages)"
                )
            }
        }
        let check = try BuiltTool.run(["check", library.path])
        #expect(check.status == 1)
        #expect(craft.message.isEmpty || (check.output + check.messages).contains(craft.message), "\(check.output)")
        #expect(try FolderContents(library.folder.url) == before)
    }

    @Test(arguments: [
        "Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE", "ZBOOK", "ZTAG", "Z_1TAGS", "ACHANGE", "ATRANSACTION",
        "ATRANSACTIONSTRING",
    ])
    func aMissingTableIsAClearError(table: String) async throws {
        let library = try FilledLibrary()
        try library.sqlite3("DROP TABLE \(table)")
        let before = try FolderContents(library.folder.url)
        for arguments in ReadingCommands.all(library.path) {
            let result = await tool(arguments)
            #expect([0, 1].contains(result.status), "\(arguments)")
            if result.status == 1, arguments[0] != "check" {
                #expect(result.messages.hasPrefix("Error: "), "\(arguments)")
            }
        }
        #expect(try FolderContents(library.folder.url) == before)
    }

    @Test func aSaveToCountersAtTheirEndsIsAnErrorAndWritesNothing() throws {
        let library = try FilledLibrary()
        for number in ["Z_ENT < 16000", "Z_ENT = 16001", "Z_ENT = 16002"] {
            try library.sqlite3("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE \(number)")
            let container = try Library.container(library.file)
            let context = ModelContext(container)
            context.author = "someone new \(number)"
            context.insert(Tag("late"))
            #expect(throws: StoreError.self, "\(number)") { try context.save() }
            #expect(try library.sqlite3("SELECT count(*) FROM ZTAG") == "2")
            try library.sqlite3("UPDATE Z_PRIMARYKEY SET Z_MAX = 100 WHERE \(number)")
        }
    }
}

extension CraftedStoreTests.Craft {
    /// Changes the length of a value in the header of its record to one that no file of this size has.
    static let gigabyte = """
        marker = bytes(range(100)) * 3
        database.execute("UPDATE ZBOOK SET ZDIGEST = ? WHERE ZPAGES = 301", (marker,))
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        def varint(data, at):
            value = 0
            while True:
                value = value << 7 | data[at] & 0x7F
                at += 1
                if data[at - 1] < 0x80:
                    return value, at
        data = bytearray(open(path, "rb").read())
        place = data.index(marker)
        page = place - place % 4096
        assert data[page] == 13
        for index in range(int.from_bytes(data[page + 3:page + 5], "big")):
            pointer = page + 8 + 2 * index
            size, record = varint(data, page + int.from_bytes(data[pointer:pointer + 2], "big"))
            key, record = varint(data, record)
            if not record < place < record + size:
                continue
            types, at = [], record + 1
            while at < record + data[record]:
                value, at = varint(data, at)
                types.append(value)
            body = data[at:record + size]
            # 612 says that there are 300 bytes, 2,000,000,012 that there are a thousand million.
            def encoded(value):
                parts = [value & 0x7F]
                while value > 0x7F:
                    value >>= 7
                    parts.insert(0, value & 0x7F | 0x80)
                return bytes(parts)
            header = b"".join(encoded(2000000012 if value == 612 else value) for value in types)
            assert 612 in types
            changed = bytes([len(header) + 1]) + header + body
            data[record:record + size] = changed[:size]
        open(path, "wb").write(data)
        database = sqlite3.connect(":memory:")
        """
}

/// The commands that only read, with arguments for a store.
enum ReadingCommands {
    static func all(_ path: String, entity: String = "Book") -> [[String]] {
        [
            ["inspect", path], ["inspect", path, "--json"], ["history", path], ["check", path],
            ["query", path, entity],
            ["query", path, entity, "--count"], ["export", path], ["diff", path, path],
            ["diff", path, path, "--contents"],
        ]
    }
}

import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The properties that the bits of Apple's history stand for: see `docs/apple-stores.md`.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct AppleHistoryTests {
    /// `Account` has the bits bank 0, `Folder.children` 1, name 2, and four relationships to many from 3 on.
    private static let entities = """
        <entity name="Account"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="bank" optional="YES" maxCount="1" destinationEntity="Bank"/>
        <relationship name="modes" optional="YES" toMany="YES" destinationEntity="Mode" inverseName="account"/>
        <relationship name="payments" optional="YES" toMany="YES" destinationEntity="Payment" inverseName="account"/>
        <relationship name="refunds" optional="YES" toMany="YES" destinationEntity="Payment" inverseName="refunded"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="accounts"/></entity>
        <entity name="Bank"/>
        <entity name="Folder"><relationship name="children" optional="YES" toMany="YES" destinationEntity="Account"/></entity>
        <entity name="Mode"><relationship name="account" optional="YES" maxCount="1" destinationEntity="Account" \
        inverseName="modes"/></entity>
        <entity name="Payment"><attribute name="sum" optional="YES" attributeType="Double"/>
        <relationship name="account" optional="YES" maxCount="1" destinationEntity="Account" inverseName="payments"/>
        <relationship name="refunded" optional="YES" maxCount="1" destinationEntity="Account" inverseName="refunds"/></entity>
        <entity name="Tag"><relationship name="accounts" optional="YES" toMany="YES" destinationEntity="Account" \
        inverseName="tags"/></entity>
        """

    private let account = 1, folder = 3, mode = 4, payment = 5, tag = 6

    /// A change: entity, kind and bits.
    private func change(_ transaction: Int, _ entity: Int, _ kind: Int, _ bits: String = "", key: Int = 1) -> String {
        let columns = bits.isEmpty ? "NULL" : "x'\(bits)'"
        return "INSERT INTO ACHANGE (Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) "
            + "VALUES (16001, \(kind), \(entity), \(key), \(transaction), \(columns))"
    }

    private func store(_ changes: [String]) throws -> AppleStore {
        let store = try AppleStore(Self.entities)
        #expect(store.numbers["Account"] == account && store.numbers["Payment"] == payment)
        let transactions = Set(1...5).map {
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (\($0), 16002, \($0))"
        }
        try store.sqlite3((transactions + changes).joined(separator: ";"))
        return store
    }

    /// The changes of accounts as the tool prints them.
    private func accounts(_ store: AppleStore) async throws -> [String] {
        let result = await tool("history", store.path, "--entity", "Account", "--json")
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
        return list.flatMap { $0["changes"] as? [[String: Any]] ?? [] }.map { change in
            let names = (change["properties"] as? [String] ?? []).joined(separator: " ")
            let members = (change["memberOf"] as? [String] ?? []).map { " <\($0)>" }.joined()
            let unnamed = change["unnamed"] as? [String: Any]
            let candidates = (unnamed?["candidates"] as? [String] ?? []).sorted().joined(separator: " ")
            return names + members + (unnamed.map { " \($0["count"] ?? "")?(\(candidates))" } ?? "")
        }
    }

    @Test func aChangeOfTheDestinationTellsWhichRelationshipItWas() async throws {
        // The same bit means something else each time: what else changed decides.
        let store = try store([
            change(1, account, 1, "10"), change(1, mode, 0),
            change(2, account, 1, "10"), change(2, tag, 2),
            change(3, account, 1, "10"), change(3, payment, 1, "80"),
            change(4, account, 1, "10"), change(4, payment, 1, "40"),
            change(5, account, 1, "18"), change(5, payment, 1, "C0"), change(5, folder, 1, "80"),
        ])
        #expect(try await accounts(store) == ["modes", "tags", "payments", "refunds", "payments refunds"])
    }

    @Test func whatNothingTellsHasNoName() async throws {
        let store = try store([
            change(1, account, 1, "10"), change(1, payment, 0),
            change(2, account, 1, "B0"), change(2, mode, 0), change(2, payment, 2),
            change(3, account, 1, "10"),
            change(4, account, 1, "60"), change(4, folder, 1, "80"),
            change(5, account, 1, "38"), change(5, mode, 0), change(5, tag, 0),
        ])
        #expect(
            try await accounts(store)
                == [
                    " 1?(payments refunds)", "bank name 1?(modes payments refunds)", " 1?(modes payments refunds tags)",
                    "name <Folder.children>", "modes name tags",
                ]
        )
        let text = await tool("history", store.path, "--limit", "5")
        #expect(text.output.contains("1 of (") && text.output.contains("member of Folder.children"), "\(text.output)")
    }

    /// A row is no evidence for itself, and neither is one whose own relationships may have been different.
    @Test func manyToManyWithinAnEntity() async throws {
        let store = try AppleStore(
            """
            <entity name="Account"><relationship name="friends" toMany="YES" destinationEntity="Account" inverseName="friendOf"/>
            <relationship name="friendOf" toMany="YES" destinationEntity="Account" inverseName="friends"/>
            <relationship name="pets" toMany="YES" destinationEntity="Pet" inverseName="owner"/></entity>
            <entity name="Pet"><relationship name="owner" optional="YES" maxCount="1" destinationEntity="Account" \
            inverseName="pets"/></entity>
            """
        )
        try store.sqlite3(
            [
                "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (1, 16002, 1), (2, 16002, 2)",
                change(1, 1, 1, "80"), change(1, 2, 0),
                change(2, 1, 1, "80", key: 1), change(2, 1, 1, "40", key: 2),
            ].joined(separator: ";")
        )
        #expect(try await accounts(store) == ["pets", " 1?(friendOf friends)", " 1?(friendOf friends)"])
    }

    @Test func historyWithoutTheToolIsToldAlike() throws {
        let store = try store([
            change(1, account, 1, "10"), change(1, mode, 0), change(2, account, 1, "10"), change(2, payment, 0),
        ])
        let opened = try DynamicStore(url: store.file)
        let updates = try opened.history().flatMap(\.changes).filter { $0.kind == .update }
        #expect(updates.map(\.changedProperties) == [["modes"], []])
        #expect(updates.map(\.isWhollyKnown) == [true, false])
        #expect(updates.map { $0.possiblyChangedProperties.sorted() } == [[], ["payments", "refunds"]])
    }

    @Test func aSaveWritesTheOrderOfApple() async throws {
        let store = try store([])
        let names = ["modes", "payments", "refunds", "tags"]
        // 6 properties, three columns of the system, and two foreign keys: 11 entries, in 13 buckets.
        let order = names.sorted { Self.bucket($0, of: 13) < Self.bucket($1, of: 13) }
        #expect(Set(names.map { Self.bucket($0, of: 13) }).count == 4, "the names do not test the order")
        #expect(order != names)
        let opened = try DynamicStore(url: store.file, allowsSave: true)
        let ids = try opened.save { changes in
            changes.insert("Account")
        }
        let row = try #require(ids.values.first)
        for name in names {
            let destination = ["modes": "Mode", "tags": "Tag"][name] ?? "Payment"
            try opened.save { $0.update(row, [name: .identifiers([$0.insert(destination)])]) }
            let bits = try store.sqlite3(
                "SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZENTITY = 1 ORDER BY Z_PK DESC LIMIT 1"
            )
            let position = 3 + (order.firstIndex(of: name) ?? 0)
            #expect(bits == String(format: "%02X", 0x80 >> position), "\(name)")
        }
        try opened.close()
        #expect(try await accounts(store) == ["", "modes", " 1?(payments refunds)", " 1?(payments refunds)", "tags"])
    }

    /// The published hash, once more.
    private static func bucket(_ name: String, of buckets: UInt64) -> UInt64 {
        let bytes = name.utf8.map(UInt64.init)
        var hash = UInt64(bytes.count)
        var rest = bytes[...]
        while rest.count >= 4 {
            let part = Array(rest.prefix(4))
            hash = hash &* 67_503_105 &+ part[0] &* 16_974_593 &+ part[1] &* 66_049 &+ part[2] &* 257 &+ part[3]
            rest = rest.dropFirst(4)
        }
        for byte in rest { hash = hash &* 257 &+ byte }
        return (hash &+ hash << UInt64(bytes.count % 32)) % buckets
    }

    /// After a migration the store is ours: what had a name keeps it, and what had none says so.
    @Test func aMigrationKeepsWhatIsKnown() async throws {
        let store = try store([
            change(1, account, 1, "B0"), change(1, mode, 0), change(1, payment, 1, "20"),
            change(2, account, 1, "50"), change(2, payment, 0),
            change(3, account, 1, "08"), change(3, tag, 0),
        ])
        let model = try AppleStore.writeModel(
            Self.entities.replacing(
                "<attribute name=\"name\"",
                with: "<attribute name=\"age\" optional=\"YES\" "
                    + "attributeType=\"Double\"/><attribute name=\"name\""
            ),
            "Model",
            in: store.folder.url
        )
        let before = try await accounts(store)
        #expect(before == ["bank modes name", " <Folder.children> 1?(payments refunds)", "tags"])
        let result = await tool("migrate", store.path, model.path)
        #expect(result.status == 0, "\(result.messages)")
        #expect(try await accounts(store) == ["bank modes name", " <Folder.children> 1?()", "tags"])
    }

    /// Stores of this library, of this version and of earlier ones, have them by name.
    @Test func aStoreOfOursTellsByItself() async throws {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "SwiftDataSQLiteTests/Migration/Fixtures/layout-1.store")
        let folder = try TemporaryFolder()
        let copy = folder.file
        try FileManager.default.copyItem(at: fixture, to: copy)
        let result = await tool("history", copy.path, "--entity", "Work", "--json")
        let list = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
        let updates = list.flatMap { $0["changes"] as? [[String: Any]] ?? [] }.filter {
            $0["change"] as? String == "update"
        }
        let found = updates.map {
            "\($0["key"] ?? ""): \(($0["properties"] as? [String] ?? []).joined(separator: " "))"
        }
        #expect(
            found == [
                "5: artist", "1: artist labels notes", "3: artist offer price spareSize", "2: scan",
            ]
        )
        #expect(updates.allSatisfy { $0["unnamed"] is NSNull })
    }
}

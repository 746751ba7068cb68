#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import TestSupport
import Testing

@Model final class Stamp {
    var name: String
    @Attribute(.preserveValueOnDeletion) var value: Decimal
    @Attribute(.preserveValueOnDeletion) var day: Date?
    @Relationship(inverse: \Album.stamps) var albums: [Album] = []

    init(name: String, value: Decimal = 1, day: Date? = nil) {
        (self.name, self.value, self.day) = (name, value, day)
    }
}

@Model final class Album {
    var title: String
    var stamps: [Stamp] = []

    init(title: String) { self.title = title }
}

@Model final class Caption {
    @Attribute(.preserveValueOnDeletion) var text: String

    init(text: String) { self.text = text }
}

/// The history of a store on a server.
@Suite struct HistoryTests {
    private func container(_ namespace: TemporaryNamespace, records: Bool = false) throws -> ModelContainer {
        var configuration = namespace.configuration()
        configuration.recordsOtherPrograms = records
        return try ModelContainer(for: Stamp.self, Album.self, configurations: configuration)
    }

    private func transactions(
        _ context: ModelContext,
        after token: DefaultHistoryToken? = nil
    ) throws -> [DefaultHistoryTransaction] {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token { descriptor.predicate = #Predicate { $0.token > token } }
        return try context.fetchHistory(descriptor)
    }

    @Test func aSaveThroughTheStoreReturnsItsToken() throws {
        let namespace = try TemporaryNamespace()
        let context = ModelContext(try container(namespace))
        context.insert(Stamp(name: "Penny"))
        try context.save()
        let store = try PostgresStore(namespace.configuration(Schema([Stamp.self, Album.self])), migrationPlan: nil)
        let editing = EditingState()
        let found = try store.fetch(
            DataStoreFetchRequest(editingState: editing, descriptor: FetchDescriptor<Stamp>())
        ).fetchedSnapshots
        let result = try store.save(
            DataStoreSaveChangesRequest(inserted: [], updated: [], deleted: found, editingState: editing)
        )
        let token = try #require(result.historyToken as? DefaultHistoryToken)
        let last = try transactions(context).last?.token
        #expect(found.count == 1 && token == last)
    }

    @Test func psqlSeesWhatASaveHasChanged() throws {
        let namespace = try TemporaryNamespace()
        let context = ModelContext(try container(namespace))
        context.author = "Ada"
        let stamp = Stamp(
            name: "Penny",
            value: Decimal(string: "1.50")!,
            day: Date(timeIntervalSinceReferenceDate: 0.25)
        )
        context.insert(stamp)
        try context.save()
        stamp.name = "Red"
        stamp.value = 2
        let album = Album(title: "One")
        album.stamps = [stamp]
        context.insert(album)
        try context.save()
        context.delete(stamp)
        try context.save()
        let found = try namespace.psql(
            "SELECT t.author, c.kind, e.name, c.properties, c.tombstone FROM swiftdata_history t "
                + "JOIN swiftdata_history_change c ON c.transaction = t.number JOIN swiftdata_entity e ON e.number = c.entity "
                + "ORDER BY t.number, c.id"
        )
        let lines = found.split(separator: "\n").map(String.init)
        #expect(lines.first == "Ada|0|Stamp||")
        #expect(lines.contains("Ada|0|Album||"))
        #expect(lines.contains { $0.hasPrefix("Ada|1|Stamp|{name,value") })
        #expect(lines.contains("Ada|2|Stamp||{\"day\": 0.25, \"value\": 2}"))
    }

    /// The server's JSON has no U+0000. A text with the letters of its escape is another one.
    @Test func aDeletedTextWithTheLettersOfAnEscapeIsKept() throws {
        let namespace = try TemporaryNamespace()
        let context = ModelContext(try ModelContainer(for: Caption.self, configurations: namespace.configuration()))
        let caption = Caption(text: "\\u0000")
        context.insert(caption)
        try context.save()
        context.delete(caption)
        try context.save()
        let changes = try transactions(context).flatMap(\.changes)
        let tombstones = changes.compactMap { change -> String? in
            guard case .delete(let delete as DefaultHistoryDelete<Caption>) = change else { return nil }
            return delete.tombstone[\.text] as? String
        }
        #expect(tombstones == ["\\u0000"])
    }

    /// Sequence numbers commit out of order: a reader that remembers the greatest one misses what commits later.
    @Test func nothingIsMissedWhileOlderTransactionsAreOpen() throws { try holdTransactions(Trials.count(60)) }

    func holdTransactions(_ rounds: Int) throws {
        let namespace = try TemporaryNamespace()
        let writing = ModelContext(try container(namespace))
        let reading = ModelContext(try container(namespace))
        writing.insert(Stamp(name: "first"))
        try writing.save()
        let held = try PostgresConnection(namespace.url)
        try held.script("SET search_path TO \(namespace.name)")
        var token = try #require(try transactions(reading).last?.token)
        var seen: [String] = []
        for round in 0..<rounds {
            // A transaction with a number, which commits after later ones.
            try held.script(
                "BEGIN; INSERT INTO swiftdata_history (number, at, author, bundle, process) "
                    + "SELECT history_offset + pg_current_xact_id()::text::bigint, now(), 'held \(round)', '', '' "
                    + "FROM swiftdata_store"
            )
            writing.author = "quick \(round)"
            writing.insert(Stamp(name: "\(round)"))
            try writing.save()
            // Odd rounds read while it is open; a fetch waits for it, and gives up.
            let isRead = round % 20 == 1
            if isRead {
                let found = try transactions(reading, after: token)
                seen += found.compactMap(\.author)
                token = found.last?.token ?? token
            }
            try held.script(round % 3 == 0 ? "ROLLBACK" : "COMMIT")
            let found = try transactions(reading, after: token)
            seen += found.compactMap(\.author)
            token = found.last?.token ?? token
        }
        let expected = (0..<rounds).flatMap { round in
            (round % 3 == 0 ? [] : ["held \(round)"]) + ["quick \(round)"]
        }
        #expect(seen == expected)
    }

    @Test func theTokenOfASaveMissesNoOlderTransaction() throws {
        let namespace = try TemporaryNamespace()
        let context = ModelContext(try container(namespace))
        context.insert(Stamp(name: "first"))
        try context.save()
        let held = try PostgresConnection(namespace.url)
        try held.script("SET search_path TO \(namespace.name)")
        try held.script(
            "BEGIN; INSERT INTO swiftdata_history (number, at, author, bundle, process) "
                + "SELECT history_offset + pg_current_xact_id()::text::bigint, now(), 'held', '', '' FROM swiftdata_store"
        )
        let tokens = Locked<[DefaultHistoryToken]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            let reported =
                notification.userInfo?[ModelContext.NotificationKey.historyTokens] as? [String: any HistoryToken]
            let found = reported?.values.compactMap { $0 as? DefaultHistoryToken } ?? []
            tokens.withLock { $0 += found }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Stamp(name: "second"))
        try context.save()
        try held.script("COMMIT")
        let token = try #require(tokens.withLock { $0.last })
        #expect(try transactions(context, after: token).map { $0.author ?? "save" } == ["held", "save"])
    }

    @Test func tablesThatMoveToAnotherServerGoOnCounting() throws {
        let namespace = try TemporaryNamespace()
        do {
            let context = ModelContext(try container(namespace))
            context.insert(Stamp(name: "before"))
            try context.save()
        }
        // As they would be after a restore on a server that has seen fewer transactions.
        _ = try namespace.psql(
            "UPDATE swiftdata_history SET number = number + 1000000; UPDATE swiftdata_history_change "
                + "SET transaction = transaction + 1000000; UPDATE swiftdata_store SET cluster_identifier = 1"
        )
        let context = ModelContext(try container(namespace))
        let token = try #require(try transactions(context).last?.token)
        context.insert(Stamp(name: "after"))
        try context.save()
        let later = try transactions(context, after: token)
        #expect(later.count == 1 && later[0].token > token)
        #expect(later.first?.changes.count == 1)
    }

    @Test func tablesOfTheFirstLayoutGetAHistory() throws {
        let namespace = try TemporaryNamespace()
        do {
            let context = ModelContext(try container(namespace))
            context.insert(Stamp(name: "kept"))
            try context.save()
        }
        _ = try namespace.psql(
            "DROP TABLE swiftdata_history, swiftdata_history_change, swiftdata_history_gap, swiftdata_commit; ALTER TABLE swiftdata_store "
                + "DROP COLUMN history_offset, DROP COLUMN cluster_identifier; UPDATE swiftdata_store SET layout_version = 1"
        )
        let configuration = namespace.configuration()
        var reading = configuration
        reading.allowsSave = false
        let early = ModelContext(try ModelContainer(for: Stamp.self, Album.self, configurations: reading))
        #expect(try early.fetch(FetchDescriptor<Stamp>()).map(\.name) == ["kept"])
        #expect(try transactions(early).isEmpty)
        let context = ModelContext(try container(namespace))
        #expect(try context.fetch(FetchDescriptor<Stamp>()).map(\.name) == ["kept"])
        context.insert(Stamp(name: "new"))
        try context.save()
        #expect(try transactions(context).count == 1)
        #expect(try namespace.psql("SELECT layout_version FROM swiftdata_store") == "4")
    }

    @Test func changesBySQLAreRecordedWhereThatIsAskedFor() throws {
        let namespace = try TemporaryNamespace()
        let context = ModelContext(try container(namespace, records: true))
        let (penny, album) = (Stamp(name: "Penny"), Album(title: "One"))
        context.insert(penny)
        context.insert(album)
        album.stamps = [penny]
        try context.save()
        let token = try #require(try transactions(context).last?.token)
        #expect(try transactions(context).count == 1)
        let (key, other) = (
            try namespace.psql("SELECT pk FROM stamp"), try namespace.psql("SELECT pk FROM album")
        )
        _ = try namespace.psql(
            "BEGIN; UPDATE stamp SET name = 'Red', value = 9; INSERT INTO stamp (name, value) VALUES ('Blue', 3); COMMIT"
        )
        _ = try namespace.psql("DELETE FROM album_stamps")
        let found = try transactions(context, after: token)
        #expect(found.count == 2)
        guard case .update(let update as DefaultHistoryUpdate<Stamp>)? = found.first?.changes.first else {
            Issue.record("the first change is \(String(describing: found.first?.changes.first))")
            return
        }
        #expect(update.changedPersistentIdentifier == penny.persistentModelID)
        #expect(Set(update.updatedAttributes.map { $0 as AnyKeyPath }) == [\Stamp.name, \Stamp.value])
        #expect(found.first?.changes.count == 2)
        #expect(found.last?.changes.count == 2)
        #expect(try namespace.psql("SELECT row_version FROM stamp WHERE pk = \(key)") == "2")
        #expect(!other.isEmpty)
        // An edit of the same property is a conflict, since the version was counted.
        context.mergePolicy = .error
        penny.name = "Mine"
        #expect(throws: StoreError.self) { try context.save() }
    }

    /// Programs may have the right to write rows, and none to write the history.
    @Test func rolesWithoutRightsToTheHistoryAreRecordedToo() throws {
        let namespace = try TemporaryNamespace()
        let context = ModelContext(try container(namespace, records: true))
        context.insert(Stamp(name: "Penny"))
        try context.save()
        let token = try #require(try transactions(context).last?.token)
        let role = "r_" + namespace.name
        _ = try namespace.psql(
            "CREATE ROLE \(role); GRANT USAGE ON SCHEMA \(namespace.name) TO \(role); "
                + "GRANT SELECT, INSERT, UPDATE, TRUNCATE ON stamp, album, album_stamps TO \(role); "
                + "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(namespace.name) TO \(role)"
        )
        defer { _ = try? namespace.psql("DROP OWNED BY \(role); DROP ROLE \(role)") }
        _ = try namespace.psql(
            "SET ROLE \(role); INSERT INTO stamp (name, value) SELECT n::text, n FROM generate_series(1, 20000) n"
        )
        #expect(try transactions(context, after: token).map(\.changes.count) == [20_000])
        _ = try namespace.psql("SET ROLE \(role); TRUNCATE stamp, album, album_stamps")
        let last = try #require(try transactions(context).last)
        #expect(last.changes.count == 20_001)
        #expect(last.changes.allSatisfy { if case .delete = $0 { true } else { false } })
        #expect(throws: TestServer.Failed.self) {
            _ = try namespace.psql("SET ROLE \(role); SELECT swiftdata_begin()")
        }
    }
}
#endif

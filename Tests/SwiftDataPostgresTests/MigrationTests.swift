#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import Testing

/// Tables of one version that are opened with another one.
@Suite struct MigrationTests {
    private let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    private func open(
        _ version: any VersionedSchema.Type,
        _ plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(
            for: schema,
            migrationPlan: plan,
            configurations: [namespace.configuration(schema)]
        )
    }

    /// The tables, columns, constraints and indices that the server has, without those of the bookkeeping, and without positions.
    private func shape(_ namespace: TemporaryNamespace) throws -> String {
        try namespace.psql(
            """
            SELECT t FROM (
              SELECT table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' '
                || coalesce(collation_name, '') || ' ' || coalesce(replace(column_default, '\(namespace.name).', ''), '')
              FROM information_schema.columns WHERE table_schema = '\(namespace.name)' AND table_name NOT LIKE 'swiftdata%'
                AND column_name <> 'row_entity'
              UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
              FROM pg_constraint WHERE connamespace = '\(namespace.name)'::regnamespace AND contype IN ('u', 'f')
                AND conrelid::regclass::text NOT LIKE 'swiftdata%'
              UNION ALL SELECT indexdef FROM (SELECT replace(indexdef, '\(namespace.name).', '') AS indexdef, tablename, indexname
                FROM pg_indexes WHERE schemaname = '\(namespace.name)') i
                WHERE tablename NOT LIKE 'swiftdata%' AND indexname NOT LIKE '%_pkey'
              UNION ALL SELECT sequencename || ' ' || increment_by FROM pg_sequences
                WHERE schemaname = '\(namespace.name)' AND sequencename NOT LIKE 'swiftdata%'
            ) x(t) ORDER BY t COLLATE "C"
            """
        )
    }

    /// The tables are those that a new store has.
    private func expectFreshShape(_ version: any VersionedSchema.Type) throws {
        let fresh = try TemporaryNamespace()
        let schema = Schema(versionedSchema: version)
        _ = try ModelContainer(for: schema, configurations: [fresh.configuration(schema)])
        #expect(try shape(namespace) == shape(fresh))
    }

    private func fillShop() throws {
        let context = ModelContext(try open(Shop1.self))
        let (first, second) = (Shop1.Item("a", comment: "x"), Shop1.Item("b", count: 2))
        let shelf = Shop1.Shelf("left")
        let (one, two) = (Shop1.Note("1"), Shop1.Note("2"))
        for model in [first, second, shelf, one, two] as [any PersistentModel] { context.insert(model) }
        try context.save()
        shelf.items = [second, first]
        first.label = Shop1.Label("L")
        first.notes = [two, one]
        second.notes = [two]
        try context.save()
    }

    @Test func renamedWidenedAndAddedPropertiesKeepTheirRows() throws {
        try fillShop()
        let numbers = try namespace.psql("SELECT string_agg(name || number, ',' ORDER BY name) FROM swiftdata_entity")
        #expect(numbers == "Item1,Label2,Note3,Shelf4")
        let container = try open(Shop2.self)
        let rows = try namespace.psql(
            "SELECT string_agg(concat_ws(' ', pk, title, amount, comment, weight, stock, added IS NULL), ';' ORDER BY pk) "
                + "FROM article"
        )
        #expect(rows == "1 a 1 x 1.5 7 t;2 b 2 it's \\ none 1.5 7 t")
        let links =
            "SELECT string_agg(n.text, ',' ORDER BY l.note_pk_position) FROM article_remarks l JOIN note n "
            + "ON n.pk = l.note_pk JOIN article a ON a.pk = l.article_pk WHERE a.title = 'a'"
        #expect(try namespace.psql(links) == "2,1")
        // No other entity has got another number for the sake of the one that was added.
        let now = try namespace.psql("SELECT string_agg(name || number, ',' ORDER BY name) FROM swiftdata_entity")
        #expect(now == "Aisle5,Article1,Label2,Note3,Shelf4")
        try expectFreshShape(Shop2.self)

        let context = ModelContext(container)
        let shelf = try #require(try context.fetch(FetchDescriptor<Shop2.Shelf>()).first)
        #expect(shelf.articles.map(\.title) == ["b", "a"])
        #expect(shelf.articles.map { $0.remarks.map(\.text) } == [["2"], ["2", "1"]])
        #expect(shelf.articles.last?.label?.text == "L")
        shelf.articles.append(Shop2.Article("c"))
        context.insert(Shop2.Aisle(1))
        try context.save()
        #expect(try namespace.psql("SELECT count(*), count(DISTINCT pk), max(stock) FROM article") == "3|3|7")
        // A second opening finds nothing to do.
        let before = try namespace.psql("SELECT generation, xmin FROM swiftdata_store")
        _ = try open(Shop2.self)
        #expect(try namespace.psql("SELECT generation, xmin FROM swiftdata_store") == before)
    }

    @Test func theHistoryKnowsTheNewNames() throws {
        try fillShop()
        let old = ModelContext(try open(Shop1.self))
        let item = try #require(
            try old.fetch(FetchDescriptor<Shop1.Item>(predicate: #Predicate { $0.name == "a" })).first
        )
        item.count = 9
        try old.save()
        let context = ModelContext(try open(Shop2.self))
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        guard case .update(let update) = try #require(history.last?.changes.last),
            let typed = update as? DefaultHistoryUpdate<Shop2.Article>
        else {
            Issue.record("no update of an article")
            return
        }
        #expect(typed.updatedAttributes.contains(\.amount) && typed.updatedAttributes.count == 1)
    }

    @Test func linksChangeTheirPlace() throws {
        let context = ModelContext(try open(Shop1.self))
        let (first, second) = (Shop1.Item("a"), Shop1.Item("b"))
        let (shelf, note) = (Shop1.Shelf("left"), Shop1.Note("1"))
        for model in [first, second, shelf, note] as [any PersistentModel] { context.insert(model) }
        try context.save()
        shelf.items = [second, first]
        note.items = [second, first]
        try context.save()
        let migrated = ModelContext(try open(Shop3.self))
        let found = try #require(try migrated.fetch(FetchDescriptor<Shop3.Shelf>()).first)
        #expect(found.items.map(\.name) == ["b", "a"])
        #expect(try migrated.fetch(FetchDescriptor<Shop3.Note>()).first?.items.map(\.name) == ["b", "a"])
        #expect(try namespace.psql("SELECT count(*) FROM item i JOIN note n ON n.pk = i.note_pk") == "2")
        try expectFreshShape(Shop3.self)
    }

    @Test func rowsInTheWayAreNamedAndNothingChanges() throws {
        let context = ModelContext(try open(Shop1.self))
        let items = [Shop1.Item("a"), Shop1.Item("a"), Shop1.Item("b")]
        for item in items { context.insert(item) }
        try context.save()
        let before = try namespace.psql("SELECT model, generation FROM swiftdata_store") + shape(namespace)
        do {
            _ = try open(Shop3.self)
            Issue.record("duplicates were accepted")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.entityName == "Item" && error.propertyName == "name")
            #expect(error.message.contains("2 rows (Item/p1, Item/p2)"))
        }
        items[1].name = "c"
        try context.save()
        items[0].notes = [Shop1.Note("1"), Shop1.Note("2")]
        try context.save()
        do {
            _ = try open(Shop3.self)
            Issue.record("two notes became one")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.entityName == "Item" && error.propertyName == "note")
        }
        #expect(try namespace.psql("SELECT model, generation FROM swiftdata_store") + shape(namespace) == before)
        items[0].notes = []
        try context.save()
        _ = try open(Shop3.self)
    }

    @Test func aSuperclassJoinsTables() throws {
        let context = ModelContext(try open(Fleet1.self))
        let (driver, other) = (Fleet1.Driver("d"), Fleet1.Driver("e"))
        let (boat, car) = (Fleet1.Boat("B", sails: 2), Fleet1.Car("C", doors: 4))
        for model in [driver, other, boat, car] as [any PersistentModel] { context.insert(model) }
        try context.save()
        (boat.driver, car.driver) = (driver, other)
        try context.save()
        let migrated = ModelContext(try open(Fleet2.self))
        let vehicles = try migrated.fetch(
            FetchDescriptor<Fleet2.Vehicle>(sortBy: [SortDescriptor(\.name, comparator: .lexical)])
        )
        #expect(vehicles.map(\.name) == ["B", "C"])
        #expect((vehicles.first as? Fleet2.Boat)?.driver?.name == "d")
        #expect((vehicles.last as? Fleet2.Car)?.driver?.name == "e")
        #expect(
            try namespace.psql("SELECT string_agg(concat_ws(' ', name, sails, doors), ',' ORDER BY name) FROM vehicle")
                == "B 2,C 4"
        )
        migrated.insert(Fleet2.Car("D", doors: 2))
        try migrated.save()
        #expect(try namespace.psql("SELECT count(DISTINCT pk) FROM vehicle") == "3")
        try expectFreshShape(Fleet2.self)
        // And back again: a plan is not needed for less either.
        #expect(throws: SwiftDataError.backwardMigration) { try open(Fleet1.self) }
    }

    @Test func theStagesOfAPlanAreFollowed() throws {
        let context = ModelContext(try open(Text1.self))
        for (body, number) in [("one two", "1"), ("three", "x"), ("one two", "7")] {
            context.insert(Text1.Page(body, number))
        }
        try context.save()
        let migrated = ModelContext(try open(Text3.self, TextPlan.self))
        let pages = try migrated.fetch(FetchDescriptor<Text3.Page>(sortBy: [SortDescriptor(\.number)]))
        #expect(pages.map(\.content) == ["three", "one two"] && pages.map(\.number) == [-1, 1])
        #expect(pages.map { $0.words.map(\.text).sorted() } == [["three"], ["one", "two"]])
        #expect(
            try namespace.psql("SELECT string_agg(content || language || number, ',' ORDER BY number) FROM page")
                == "threeen-1,one twoen1"
        )
        #expect(try namespace.psql("SELECT model->>'version' FROM swiftdata_store") == "3.0.0")
        try expectFreshShape(Text3.self)
        let authors = try migrated.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.author)
        #expect(authors.last == "OpenSwiftData.Migration")
        #expect(throws: SwiftDataError.backwardMigration) { try open(Text2.self, TextPlan.self) }
    }

    @Test func aStageThatThrowsLeavesTheStore() throws {
        let context = ModelContext(try open(Text1.self))
        context.insert(Text1.Page("kept", "1"))
        try context.save()
        let before = try shape(namespace)
        do {
            _ = try open(Text2.self, FailingPlan.self)
            Issue.record("the error was lost")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.message.contains("Text1"))
        }
        #expect(try namespace.psql("SELECT body FROM page") == "kept")
        #expect(try shape(namespace) == before)
    }

    /// A container is Sendable, and the connection of a migration is one.
    @Test(.timeLimit(.minutes(15))) func aStageMayUseItsContainerOnOtherThreads() throws {
        let context = ModelContext(try open(Text1.self))
        context.insert(Text1.Page("kept", "1"))
        try context.save()
        let migrated = ModelContext(try open(Text2.self, ThreadedPlan.self))
        ThreadedPlan.group.wait()
        #expect(try migrated.fetchCount(FetchDescriptor<Text2.Page>()) == 51)
        #expect(ThreadedPlan.fetches.withLock { $0 } > 0)
        // Each thread is told of the end, and of nothing else.
        let failures = ThreadedPlan.failures.withLock { $0 }
        #expect(failures.count == 4 && failures.allSatisfy { $0.contains("has ended") }, "\(failures)")
    }

    @Test func aStageThatOpensItsOwnStoreIsTold() throws {
        let context = ModelContext(try open(Text1.self))
        context.insert(Text1.Page("kept", "1"))
        try context.save()
        OpeningPlan.configuration.withLock { $0 = namespace.configuration(Schema(versionedSchema: Text1.self)) }
        do {
            _ = try open(Text2.self, OpeningPlan.self)
            Issue.record("the stage has opened its store")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.message.contains("which would deadlock"))
        }
        #expect(try namespace.psql("SELECT body FROM page") == "kept")
    }

    @Test func anOpenStoreOfBeforeWritesAndReadsNoMore() throws {
        let container = try open(Text1.self)
        let context = ModelContext(container)
        context.insert(Text1.Page("one", "1"))
        try context.save()
        _ = try open(Text2.self)
        context.insert(Text1.Page("two", "2"))
        do {
            try context.save()
            Issue.record("a store of before has written")
        } catch let error as StoreError {
            #expect(error.code == .migration)
        }
        do {
            _ = try ModelContext(container).fetch(FetchDescriptor<Text1.Page>())
            Issue.record("a store of before has read")
        } catch let error as StoreError {
            #expect(error.code == .migration)
        }
        #expect(try namespace.psql("SELECT count(*) FROM page") == "1")
    }

    @Test func twoThatOpenAtOnceMigrateOnce() async throws {
        try fillShop()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try ModelContext(open(Shop2.self)).fetchCount(FetchDescriptor<Shop2.Article>())
                }
            }
            for try await count in group { #expect(count == 2) }
        }
        #expect(try namespace.psql("SELECT generation FROM swiftdata_store") == "2")
    }

    @Test func aMigrationThatIsKilledLeavesTheOldTables() async throws {
        try fillShop()
        let before = try shape(namespace)
        // A program keeps a table that the migration needs late.
        let holder = try PostgresConnection(namespace.url)
        try holder.script("BEGIN; LOCK TABLE \"\(namespace.name)\".swiftdata_entity IN ACCESS SHARE MODE")
        try holder.script("LOCK TABLE \"\(namespace.name)\".swiftdata_entity IN EXCLUSIVE MODE")
        let opening = Task.detached { try open(Shop2.self) }
        let waiting =
            "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM swiftdata_entity%'"
        let end = ContinuousClock.now + .seconds(8)
        while try namespace.psql("SELECT count(*) \(waiting)") == "0", ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try namespace.psql("SELECT bool_or(pg_terminate_backend(pid)) \(waiting)") == "t")
        await #expect(throws: StoreError.self) { try await opening.value }
        try holder.script("ROLLBACK")
        #expect(try shape(namespace) == before)
        _ = try open(Shop2.self)
        try expectFreshShape(Shop2.self)
    }

    @Test func aProgramThatUsesATableIsWaitedForAndNamed() async throws {
        try fillShop()
        let holder = try PostgresConnection(namespace.url)
        try holder.script("BEGIN; SELECT count(*) FROM \"\(namespace.name)\".item")
        do {
            _ = try open(Shop2.self)
            Issue.record("a table in use was changed")
        } catch let error as StoreError {
            #expect(error.code == .locked)
        }
        try holder.script("ROLLBACK")
        _ = try open(Shop2.self)
    }

    @Test func triggersAreMadeAnew() throws {
        let schema = Schema(versionedSchema: Shop1.self)
        var configuration = namespace.configuration(schema)
        configuration.recordsOtherPrograms = true
        _ = try ModelContainer(for: schema, configurations: [configuration])
        let container = try open(Shop2.self)
        _ = try namespace.psql("INSERT INTO aisle (number) VALUES (3)")
        _ = try namespace.psql("INSERT INTO article (title, amount, comment, weight, stock) VALUES ('z', 1, '', 1, 1)")
        let history = try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let names = history.flatMap(\.changes).map(\.changedPersistentIdentifier.entityName)
        #expect(names == ["Aisle", "Article"])
    }

    @Test func aStoreThatIsOnlyReadIsNotMigrated() throws {
        try fillShop()
        let schema = Schema(versionedSchema: Shop2.self)
        var configuration = namespace.configuration(schema)
        configuration.allowsSave = false
        do {
            _ = try ModelContainer(for: schema, configurations: [configuration])
            Issue.record("a store was opened that has other tables")
        } catch let error as StoreError {
            #expect(error.code == .readOnly)
        }
    }

    @Test func tablesOfAnEarlierLayoutGetTheirModel() throws {
        try fillShop()
        _ = try namespace.psql(
            "ALTER TABLE swiftdata_store DROP COLUMN model, DROP COLUMN generation; UPDATE swiftdata_store SET layout_version = 2"
        )
        do {
            _ = try open(Shop2.self)
            Issue.record("tables without a model were migrated")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.message.contains("once with the models"))
        }
        #expect(try namespace.psql("SELECT layout_version FROM swiftdata_store") == "2")
        _ = try open(Shop1.self)
        #expect(
            try namespace.psql("SELECT layout_version, jsonb_array_length(model->'entities') FROM swiftdata_store")
                == "4|4"
        )
        _ = try open(Shop2.self)
        try expectFreshShape(Shop2.self)
    }
}
#endif

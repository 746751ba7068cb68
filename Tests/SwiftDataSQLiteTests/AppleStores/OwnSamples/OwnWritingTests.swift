import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Stores in the layout of Apple's frameworks are edited and handed back, looked at with `sqlite3`; in every clone.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct OwnWritingTests {
    @Test func anEditWithoutClassesIsAsCoreDataWouldWriteIt() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        try sample.sqlite3("CREATE TABLE APP_NOTES (text); INSERT INTO APP_NOTES VALUES ('mine')")
        let before = try sample.frame()
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let label = try store.identifier(of: "Label", primaryKey: 1)
        let rose = try store.identifier(of: "Plant", primaryKey: 1)
        let last = try store.identifier(of: "Plant", primaryKey: 4)
        let ids = try store.save(author: "tool") { changes in
            _ = changes.insert(
                "Tree",
                [
                    "alive": .boolean(true), "count": .integer(2), "name": .string("Linde"), "seeds": .integer(5),
                    "rings": .integer(7), "labels": .identifiers([label]),
                ]
            )
            changes.update(rose, ["name": .string("Rose"), "height": .null])
            changes.delete(last)
        }
        #expect(ids.values.map(\.row) == [5])
        try store.close()
        #expect(try sample.frame() == before)
        #expect(try sample.sqlite3("SELECT Z_ENT, Z_OPT, ZNAME, ZRINGS FROM ZPLANT WHERE Z_PK = 5") == "5|1|Linde|7")
        #expect(try sample.sqlite3("SELECT Z_OPT, ZNAME, ZHEIGHT IS NULL FROM ZPLANT WHERE Z_PK = 1") == "2|Rose|1")
        #expect(try sample.sqlite3("SELECT count(*) FROM ZPLANT WHERE Z_PK = 4") == "0")
        #expect(try sample.sqlite3("SELECT Z_4PLANTS FROM Z_3PLANTS WHERE Z_3LABELS = 1 ORDER BY 1") == "2\n3\n5")
        #expect(try sample.sqlite3("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME IN ('Plant', 'TRANSACTION')") == "5\n3")
        #expect(
            try sample.sqlite3(
                "SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK FROM ACHANGE WHERE ZTRANSACTIONID = 3 AND ZENTITY > 3 ORDER BY 1"
            ) == "0|5|5\n1|4|1\n2|4|4"
        )
        #expect(try sample.sqlite3("PRAGMA integrity_check; SELECT text FROM APP_NOTES") == "ok\nmine")
    }

    @Test func aStoreWithoutHistoryGetsOneWithItsFirstSave() throws {
        let sample = try OwnSample("own-diary.sqlite")
        let before = try sample.frame()
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        #expect(try !store.hasHistory && store.history().isEmpty)
        let day = try store.identifier(of: "Day", primaryKey: 1)
        // A save that fails leaves no tables behind.
        #expect(throws: StoreError.self) { try store.save { $0.update(day, ["mood": .null]) } }
        #expect(try sample.sqlite3("SELECT count(*) FROM sqlite_master WHERE name LIKE 'A%'") == "0")
        try store.save { $0.update(day, ["mood": .integer(4)]) }
        #expect(try store.history().map { $0.changes.map(\.changedProperties) } == [[["mood"]]])
        try store.close()
        #expect(try sample.frame() == before)
        #expect(
            try sample.sqlite3("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1")
                .hasPrefix("16001|CHANGE|1\n16002|TRANSACTION|1\n16003|TRANSACTIONSTRING|")
        )
    }

    @Test func orderedRelationshipsKeepTheirOrder() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        let before = try sample.frame()
        do {
            let context = ModelContext(try sample.container(Orchard.models))
            let south = #Predicate<Orchard.CDGarden> { $0.name == "Südhang" }
            let garden = try #require(try context.fetch(FetchDescriptor(predicate: south)).first)
            garden.plants.insert(Orchard.Tree(name: "new", rings: nil), at: 0)
            garden.plants.swapAt(1, 3)
            try context.save()
        }
        #expect(try sample.frame() == before)
        #expect(
            try sample.sqlite3("SELECT ZNAME FROM ZPLANT WHERE ZGARDEN = 1 ORDER BY Z_FOK_GARDEN")
                == "new\nrose\napple 😀\nEiche"
        )
    }

    @Test func aNewMemberOfAnOrderedRelationshipComesLast() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        let context = ModelContext(try sample.container(Orchard.models))
        let south = #Predicate<Orchard.CDGarden> { $0.name == "Südhang" }
        let garden = try #require(try context.fetch(FetchDescriptor(predicate: south)).first)
        let new = Orchard.Plant(name: "new")
        context.insert(new)
        // Set from the other side: the context has not read the members.
        new.garden = garden
        try context.save()
        // Core Data's order is that of the positions, NULL before all.
        #expect(
            try sample.sqlite3("SELECT ZNAME FROM ZPLANT WHERE ZGARDEN = 1 ORDER BY Z_FOK_GARDEN")
                == "Eiche\napple 😀\nrose\nnew"
        )
    }

    @Test func aValueOrARowThatCannotBeIsRefusedAndNothingIsWritten() throws {
        let sample = try OwnSample("own-diary.sqlite")
        let reader = try DynamicStore(url: sample.file)
        let day = try reader.identifier(of: "Day", primaryKey: 2)
        #expect(throws: StoreError.self) { try reader.save { $0.update(day, ["mood": .integer(1)]) } }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let person = try store.identifier(of: "Person", primaryKey: 1)
        let refused: [[String: DynamicValue]] = [
            ["mood": .string("good")], ["mood": .integer(1 << 40)], ["date": .null], ["before": .identifier(person)],
            ["people": .identifiers([day])], ["none": .null],
        ]
        for values in refused {
            #expect(throws: StoreError.self, "\(values)") { try store.save { $0.update(day, values) } }
        }
        let gone = try store.identifier(of: "Day", primaryKey: 77)
        let error = #expect(throws: StoreError.self) { try store.save { $0.update(gone, ["mood": .integer(1)]) } }
        #expect(error?.code == .missingRow)
        #expect(try sample.sqlite3("SELECT Z_OPT FROM ZDAY WHERE Z_PK = 2") == "4")
    }

    @Test func aRowThatSomebodyElseChangedIsAConflict() throws {
        let sample = try OwnSample("own-diary.sqlite")
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let row = try #require(try store.row(store.identifier(of: "Day", primaryKey: 2)))
        #expect(row.lockCounter == 4)
        try sample.sqlite3("UPDATE ZDAY SET ZMOOD = 5, Z_OPT = Z_OPT + 1 WHERE Z_PK = 2")
        let error = #expect(throws: StoreError.self) { try store.save { $0.update(row, ["mood": .integer(1)]) } }
        #expect(error?.code == .conflict && error?.entityName == "Day" && error?.persistentModelID == row.id)
        #expect(throws: StoreError.self) { try store.save { $0.delete(row) } }
        let again = try #require(try store.row(row.id))
        try store.save { $0.update(again, ["mood": .integer(1)]) }
        #expect(try sample.sqlite3("SELECT ZMOOD, Z_OPT FROM ZDAY WHERE Z_PK = 2") == "1|6")
    }

    /// Another process edits in the middle of a save, which the context has not received.
    @Test func anEditThatNoHistoryTellsIsAConflictAndNothingIsLost() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        let context = ModelContext(try sample.container(Orchard.models))
        context.autosaveEnabled = false
        let label = try #require(try context.fetch(FetchDescriptor<Orchard.Label>()).first { $0.text == "old" })
        label.text = "mine"
        let theirs: @Sendable () throws -> Void = { [file = sample.file.path] in
            _ = try Program.sqlite3?.run([file, "UPDATE ZLABEL SET ZTEXT = 'theirs', Z_OPT = Z_OPT + 1 WHERE Z_PK = 1"])
        }
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { _ in #expect(throws: Never.self) { try theirs() } }
        let error = #expect(throws: StoreError.self) { try context.save() }
        NotificationCenter.default.removeObserver(token)
        #expect(error?.code == .conflict && error?.entityName == "Label")
        #expect(try sample.sqlite3("SELECT ZTEXT, Z_OPT FROM ZLABEL WHERE Z_PK = 1") == "theirs|2")
        #expect(label.text == "mine" && context.hasChanges)
        try context.save()
        #expect(try sample.sqlite3("SELECT ZTEXT, Z_OPT FROM ZLABEL WHERE Z_PK = 1") == "mine|3")
    }

    @Test func aMirroredStoreIsOnlyReadUnlessTheCallerInsists() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        try sample.sqlite3(
            "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, ZENTITYPK INTEGER); "
                + "INSERT INTO Z_PRIMARYKEY VALUES (17012, 'NSCKRecordMetadata', 0, 1); "
                + "PRAGMA wal_checkpoint(TRUNCATE)"
        )
        do {
            let context = ModelContext(try sample.container(Orchard.models))
            context.autosaveEnabled = false
            try #require(try context.fetch(FetchDescriptor<Orchard.Label>()).first).text = "edited"
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .readOnly && error?.message.contains("CloudKit") == true)
        }
        let context = ModelContext(try sample.container(Orchard.models) { $0.allowsSavingMirroredStores = true })
        try #require(try context.fetch(FetchDescriptor<Orchard.Label>()).first).text = "edited"
        try context.save()
        #expect(try sample.sqlite3("SELECT count(*) FROM ZLABEL WHERE ZTEXT = 'edited'") == "1")
    }

    @Test func aCascadeTakesRowsAndLinksAlong() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        do {
            let context = ModelContext(try sample.container(Orchard.models))
            let gardens = try context.fetch(FetchDescriptor<Orchard.CDGarden>())
            context.delete(try #require(gardens.first { $0.name == "Südhang" }))
            try context.save()
        }
        #expect(try sample.sqlite3("SELECT Z_PK FROM ZPLANT; SELECT count(*) FROM Z_3PLANTS") == "4\n0")
        #expect(try sample.sqlite3("SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 2 AND ZTRANSACTIONID = 3") == "4")
    }
}

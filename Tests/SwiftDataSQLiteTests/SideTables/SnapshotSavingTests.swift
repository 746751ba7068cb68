import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// What a save of snapshots without a context does by itself, and what it leaves to the client.
@Suite struct SnapshotSavingTests {
    @Test func newRowsReferToEachOtherByTemporaryIdentifiers() throws {
        let side = try SideLibrary()
        let shelf = try SideLibrary.new(Shelf.self, ["room": .string("hall"), "number": .integer(1)])
        let subject = try SideLibrary.new(Subject.self, ["name": .string("art")])
        let volume = try SideLibrary.new(
            Volume.self,
            [
                "title": .string("A"), "pages": .integer(1), "shelf": .identifier(shelf.persistentIdentifier),
                "subjects": .identifiers([subject.persistentIdentifier]),
            ]
        )
        let result = try side.save(inserted: [volume, shelf, subject])
        #expect(result.identifiers.map(\.entityName) == ["Volume", "Shelf", "Subject"])
        #expect(
            try side.witness("SELECT v.ZSHELF, s.ZROOM FROM ZVOLUME v, ZSHELF s WHERE s.Z_PK = v.ZSHELF") == "1|hall"
        )
        let book = try #require(side.library.context.fetch(FetchDescriptor<Volume>()).first)
        #expect(book.subjects.map(\.name) == ["art"] && book.shelf?.room == "hall")
    }

    @Test func updatesWriteChangedSlotsAndCountOnce() throws {
        let side = try SideLibrary()
        let context = side.library.context
        let (volume, first, second) = (Volume("A"), Subject("a"), Subject("b"))
        volume.subjects = [first]
        context.insert(volume)
        context.insert(second)
        try context.save()
        let edit = try side.edit(
            Volume.self,
            volume.persistentModelID,
            ["pages": .integer(5)],
            members: [
                "subjects": ToManyChange(added: [second.persistentModelID], removed: [first.persistentModelID])
            ]
        )
        let result = try side.save(updated: [edit])
        #expect(try side.witness("SELECT Z_OPT, ZPAGES, ZTITLE FROM ZVOLUME") == "2|5|A")
        // A counter that was compared is known: it is one more.
        #expect(edit.lock == 1 && result.locks.isEmpty)
        let read = try #require(side.library.context.fetch(FetchDescriptor<Volume>()).first)
        #expect(read.subjects.map(\.name) == ["b"])
        // The other sides get no history: only the row that was given.
        #expect(result.commit?.updated == [volume.persistentModelID])
        // The counter of the row as it was read is compared.
        #expect(code { _ = try side.save(updated: [edit]) } == .conflict)
        var unknown = edit
        unknown.lock = DefaultSnapshot.unknownLock
        _ = try side.save(updated: [unknown])
        #expect(try side.witness("SELECT Z_OPT FROM ZVOLUME") == "3")
    }

    @Test func aDeletionLeavesKeysWithAnInverseToTheClient() throws {
        let side = try SideLibrary()
        let context = side.library.context
        let (shelf, volume, museum) = (Shelf("hall", 1), Volume("A"), Museum("m"))
        volume.shelf = shelf
        museum.favourite = volume
        context.insert(museum)
        context.insert(volume)
        try context.save()
        let row = try side.edit(Shelf.self, shelf.persistentModelID, [:])
        let freed = try side.edit(Volume.self, volume.persistentModelID, ["shelf": .null])
        let result = try side.save(updated: [freed], deleted: [row])
        #expect(result.commit?.deleted == [shelf.persistentModelID])
        #expect(result.commit?.updated == [volume.persistentModelID])
        #expect(try side.witness("SELECT count(*), sum(ZSHELF IS NULL) FROM ZVOLUME") == "1|1")
        // A key without an inverse is cleared by the store, which tells of that row.
        let gone = try side.save(deleted: [side.edit(Volume.self, volume.persistentModelID, [:])])
        #expect(gone.commit?.updated == [museum.persistentModelID])
        #expect(try side.witness("SELECT ZFAVOURITE IS NULL, Z_OPT FROM ZMUSEUM") == "1|2")
    }

    @Test func anOrderedRelationshipIsWrittenByItsWholeList() throws {
        let side = try SideLibrary()
        let context = side.library.context
        let shelf = Shelf("hall", 1)
        context.insert(shelf)
        shelf.volumes = [Volume("A"), Volume("B"), Volume("C")]
        try context.save()
        let members = shelf.volumes.map(\.persistentModelID)
        let edit = try side.edit(
            Shelf.self,
            shelf.persistentModelID,
            ["volumes": .identifiers(members.reversed())]
        )
        _ = try side.save(updated: [edit])
        let read = try #require(side.library.context.fetch(FetchDescriptor<Shelf>()).first)
        #expect(read.volumes.map(\.title) == ["C", "B", "A"])
    }

    @Test func duplicatesAreRefusedOnRequest() throws {
        let side = try SideLibrary()
        let art = try SideLibrary.new(Subject.self, ["name": .string("art")])
        let first = try side.save(inserted: [art])
        var changes = StoreChanges()
        changes.inserted = [try SideLibrary.new(Subject.self, ["name": .string("art")])]
        let joined = try side.store.save(changes, side.editing) { _, _ in }
        #expect(joined.identifiers == first.identifiers)
        #expect(joined.commit?.inserted.isEmpty == true)
        changes.refusesDuplicates = true
        #expect(code { _ = try side.store.save(changes, side.editing) { _, _ in } } == .constraint)
        #expect(try side.witness("SELECT count(*) FROM ZSUBJECT") == "1")
    }

    @Test func aReplacedLargeValueLosesItsFile() throws {
        let side = try SideLibrary()
        let context = side.library.context
        let volume = Volume("A")
        volume.scan = Data(repeating: 1, count: 200_000)
        context.insert(volume)
        try context.save()
        let old = side.library.externalFiles
        let new = Data(repeating: 2, count: 200_000)
        _ = try side.save(updated: [side.edit(Volume.self, volume.persistentModelID, ["scan": .data(new)])])
        #expect(side.library.externalFiles.count == 1 && side.library.externalFiles != old)
        #expect(try side.library.context.fetch(FetchDescriptor<Volume>()).first?.scan == new)
    }
}

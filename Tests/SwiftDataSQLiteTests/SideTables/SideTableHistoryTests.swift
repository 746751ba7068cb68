import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

@Suite struct SideTableHistoryTests {
    private func scan(
        _ side: SideLibrary,
        after token: DefaultHistoryToken? = nil,
        by authors: HistoryAuthors = .all,
        limit: Int = .max
    ) throws -> (changes: [HistoryRowChange], end: HistoryScan) {
        var changes: [HistoryRowChange] = []
        let end = try side.store.scanHistory(after: token, by: authors, limit: limit) { changes.append($0) }
        return (changes, end)
    }

    @Test func changesAreToldWithSlotsAndTombstones() throws {
        let side = try SideLibrary()
        let context = side.library.context
        context.author = "app"
        let volume = Volume("A")
        context.insert(volume)
        try context.save()
        volume.pages = 2
        try context.save()
        let edit = try side.edit(Volume.self, volume.persistentModelID, ["title": .string("B")])
        _ = try side.save(updated: [edit])
        context.processPendingChanges()
        let (all, end) = try scan(side)
        #expect(all.map(\.kind) == [.insert, .update, .update])
        #expect(all.map(\.author) == ["app", "app", "sync"])
        let layout = ModelLayout.of(Volume.self)
        #expect(all[1].slots == [try SideLibrary.slot("pages", layout)])
        #expect(all[2].slots == [try SideLibrary.slot("title", layout)])
        #expect(all.allSatisfy { $0.identifier == volume.persistentModelID && $0.isWhole })
        #expect(end.token == (try side.store.lastHistoryToken()) && end.isAtEnd)
        let (own, ownEnd) = try scan(side, by: .except(["sync"]))
        #expect(own.count == 2 && ownEnd.token == end.token)
        #expect(try scan(side, by: .only(["sync"])).changes.count == 1)
        _ = try side.save(deleted: [edit])
        let last = try scan(side, after: end.token)
        #expect(last.changes.map(\.kind) == [.delete])
        #expect(last.changes.first?.tombstone.map { "\($0.value)" } == ["\(StoredValue.string("B"))"])
    }

    @Test func aScanEndsBetweenTransactionsAndGoesOn() throws {
        let side = try SideLibrary()
        // More transactions and more changes than one part has.
        for count in [7_001] + Array(repeating: 1, count: 600) {
            _ = try side.save(
                inserted: try (0..<count).map { _ in
                    try SideLibrary.new(Note.self, ["text": .string("n")])
                }
            )
        }
        let (all, end) = try scan(side)
        #expect(all.count == 7_601 && end.isAtEnd)
        #expect(try side.witness("SELECT count(*) FROM ACHANGE") == "7601")
        var found: [PersistentIdentifier] = []
        var token: DefaultHistoryToken?
        var parts = 0
        while true {
            let (changes, part) = try scan(side, after: token, limit: 100)
            found += changes.map(\.identifier)
            parts += 1
            token = part.token
            if part.isAtEnd { break }
        }
        #expect(found == all.map(\.identifier))
        #expect(parts == 7)
        #expect(token == end.token)
    }

    @Test func aTokenWhoseTransactionsWereDeletedHasExpired() throws {
        let side = try SideLibrary()
        for _ in 0..<3 { _ = try side.save(inserted: [SideLibrary.new(Note.self, ["text": .string("n")])]) }
        let first = DefaultHistoryToken(storeIdentifier: side.store.identifier, transaction: 1)
        #expect(try scan(side, after: first).changes.count == 2)
        try side.store.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(throws: SwiftDataError.historyTokenExpired) { try scan(side, after: first) }
        let later = DefaultHistoryToken(storeIdentifier: side.store.identifier, transaction: 9)
        #expect(throws: SwiftDataError.historyTokenExpired) { try scan(side, after: later) }
        let (changes, end) = try scan(side)
        #expect(changes.isEmpty && end.token?.id == 3)
    }
}

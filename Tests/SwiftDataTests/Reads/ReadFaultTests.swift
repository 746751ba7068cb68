import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Every lazy read by each fault. Whatever the program does with what it sees, the store never holds a value that was
/// made up; with reads that work, everything goes on.
@Suite struct ReadFaultTests {
    @Test(arguments: LazyRead.all, ReadFaults.Cause.allCases)
    func noValueThatStemsFromAFailedReadReachesTheStore(read: LazyRead, cause: ReadFaults.Cause) throws {
        for place in ReadFaults.Place.allCases {
            let shelf = try FaultyShelf()
            let faults = ReadFaults(place, cause)
            var before = ""
            let outcome = try read.run(shelf) {
                before = try shelf.dump()
                try shelf.use(faults)
            }
            let first = storeError { try outcome.context.save() }
            #expect(faults.failed > 0 || outcome.isHarmless, "\(read.name): nothing was read")
            if outcome.isHarmless {
                #expect(first == nil, "\(place)")
            } else {
                #expect(first == .unreadable, "\(place)")
                #expect(try shelf.dump() == before)
                #expect(outcome.context.hasChanges)
            }
            faults.clear()
            #expect(storeError { try outcome.context.save() } == outcome.again, "\(place)")
            #expect(try shelf.store.sqlite3(outcome.sql) == outcome.value, "\(place)")
            try expectWork(outcome.context, shelf)
        }
    }

    /// The n-th statement alone fails: the next read finds the store readable again.
    @Test(arguments: LazyRead.all, 0..<4)
    func aSingleFaultAnywhereMakesNoValueUp(read: LazyRead, place: Int) throws {
        let shelf = try FaultyShelf()
        let faults = ReadFaults(.statement, .io, from: place, count: 1)
        let outcome = try? read.run(shelf) { try shelf.use(faults) }
        let context = outcome?.context
        _ = storeError { try context?.save() }
        let books = try shelf.store.sqlite3("SELECT ZPAGES FROM ZBOOK")
        // The result of an increment of a stand-in, or of the value that another process has changed.
        let madeUp = outcome?.value == "2000" ? ["0", "1", "1001"] : ["0", "1"]
        for pages in books.split(separator: "\n") { #expect(!madeUp.contains(String(pages)), "\(books)") }
        #expect(try shelf.store.sqlite3("SELECT count(*) FROM ZAUTHOR WHERE ZNAME IN ('!', 'Nobody')") == "0")
        if let context { try expectWork(context, shelf) }
    }

    /// The context reads and saves as if nothing had been.
    private func expectWork(_ context: ModelContext, _ shelf: FaultyShelf) throws {
        context.rollback()
        try shelf.use(nil)
        #expect(context.hasChanges == false)
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pages)]))
        for book in books {
            let stored = try shelf.store.sqlite3(
                "SELECT ZPAGES FROM ZBOOK WHERE Z_PK = \(book.persistentModelID.row ?? 0)"
            )
            #expect("\(book.pages)" == stored)
            book.pages += 10
            try context.save()
            let saved = try shelf.store.sqlite3(
                "SELECT ZPAGES FROM ZBOOK WHERE Z_PK = \(book.persistentModelID.row ?? 0)"
            )
            #expect(saved == "\((Int(stored) ?? 0) + 10)")
        }
    }

    private func print(
        _ read: LazyRead,
        _ place: ReadFaults.Place,
        _ cause: ReadFaults.Cause,
        _ outcome: LazyRead.Outcome,
        _ first: StoreError.Code?
    ) {
        guard ProcessInfo.processInfo.environment["READ_FAULT_TABLE"] != nil else { return }
        func reported(_ code: StoreError.Code?) -> String { code.map { "throws `\($0)`" } ?? "saves" }
        Swift.print(
            "| \(read.name) | \(place) | \(cause) | \(outcome.seen) | \(reported(first)) | \(reported(outcome.again)) |"
        )
    }
}

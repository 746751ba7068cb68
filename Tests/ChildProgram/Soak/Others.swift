import Foundation
import GRDBSQLite
import SwiftData

/// The work beside the requests: long readers, containers that are opened and closed, and history that is deleted.
struct Others: Sendable {
    let place: Place
    let container: ModelContainer
    let tally: Tally

    /// Another program reads for seconds, so that nothing in the `-wal` that it may need can be written over; and is
    /// gone for as long.
    func readForLong() async {
        while !tally.isOver {
            var database: OpaquePointer?
            defer { sqlite3_close(database) }
            let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
            guard sqlite3_open_v2(place.store.path, &database, flags, nil) == SQLITE_OK,
                sqlite3_exec(database, "BEGIN; SELECT count(*) FROM ZACCOUNT", nil, nil, nil) == SQLITE_OK
            else {
                tally.found("a reader of plain SQL cannot read")
                return
            }
            await pause(seconds: 3)
            sqlite3_exec(database, "COMMIT", nil, nil, nil)
            tally.did("long readers")
            await pause(seconds: 3)
        }
    }

    /// A second container on the file, for reading alone and for writing, and stores of their own in memory.
    func openAndClose() async {
        var round = 0
        while !tally.isOver {
            round += 1
            do {
                let schema = Schema([Account.self, Booking.self, Tag.self])
                let configuration =
                    round % 3 == 0
                    ? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
                    : ModelConfiguration(schema: schema, url: place.store, allowsSave: round % 3 == 1)
                let other = try ModelContainer(for: schema, configurations: configuration)
                _ = try ModelContext(other).fetchCount(FetchDescriptor<Account>())
                tally.did("containers")
            } catch {
                tally.found("a container throws \(error)")
            }
            await pause(seconds: 0.5)
        }
    }

    /// Deletes the history that is older than some seconds.
    func forget() async {
        while !tally.isOver {
            await pause(seconds: 5)
            do {
                let old = Date.now.addingTimeInterval(-10)
                try ModelContext(container).deleteHistory(
                    HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < old })
                )
                tally.did("deletions of history")
            } catch {
                tally.found("deleting history throws \(error)")
            }
        }
    }

    private func pause(seconds: Double) async {
        let end = Date.now.addingTimeInterval(seconds)
        while Date.now < end, !tally.isOver { try? await Task.sleep(for: .milliseconds(100)) }
    }
}

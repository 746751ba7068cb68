import ClientModels
import Foundation
import SwiftData
import TestSupport
import Testing

/// `write` beside other processes that write, and after a fork.
@Suite struct AsyncProcessTests {
    /// Four processes and this one count in one row, each with several tasks.
    @Test func incrementsOfFiveProcessesAreExact() async throws {
        let store = try TemporaryFolder()
        let container = try shopContainer(store.file).patient()
        container.contextLimits.wait = .seconds(3_600)
        container.contextLimits.total = nil
        try await container.write { $0.insert(ShopBook(title: "A", stock: 0)) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    let (output, status) = try await ChildProgram.runAside("count", [store.file.path, "100", "8"])
                    #expect(status == 0 && output == "100\n", "\(output)")
                }
            }
            for _ in 0..<100 {
                group.addTask {
                    try await container.write { try $0.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1 }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") == "500")
        // Each of them was a commit of its own: the first one wrote the row.
        #expect(try store.sqlite3("SELECT count(*), (SELECT Z_OPT FROM ZSHOPBOOK) FROM ATRANSACTION") == "501|501")
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
    }

    #if os(Linux)
        /// A call without a thread would wait for ever, and keep its place.
        @Test func aCallWithoutAThreadIsTurnedAway() async throws {
            let store = try TemporaryFolder()
            let (output, status) = try await ChildProgram.runAside("count", [store.file.path, "threadless"])
            #expect(status == 0)
            #expect(output.split(separator: "\n") == ["first 1", "kept 1", "new busy", "again busy", "freed 1"])
        }
    #endif

    /// A child has none of the threads of its parent: a call there would wait for ever.
    @Test func aChildThatForkHasMadeIsTurnedAway() async throws {
        let store = try TemporaryFolder()
        let (output, status) = try await ChildProgram.runAside("count", [store.file.path, "fork"])
        #expect(status == 0)
        #expect(output.split(separator: "\n") == ["parent 1", "read forked", "write forked", "child 0", "parent 1"])
    }
}

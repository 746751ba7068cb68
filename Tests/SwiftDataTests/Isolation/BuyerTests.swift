import Foundation
import ClientModels
import SwiftData
import TestSupport
import Testing

/// 400 buyers take 200 books, each with a context of its own. The `sqlite3` program counts what was sold.
@Suite(.serialized) struct BuyerTests {
    private static let (books, buyers) = (200, 400)

    private struct Result {
        let outcome: Buying.Outcome
        let sales: Int
        let stock: Int
    }

    private func shop() throws -> TemporaryFolder {
        let store = try TemporaryFolder()
        let context = ModelContext(try shopContainer(store.file))
        context.insert(ShopBook(title: "A", stock: Self.books))
        try context.save()
        return store
    }

    private func counted(_ outcome: Buying.Outcome, _ way: Buying, _ place: String, _ store: TemporaryFolder) throws
        -> Result
    {
        let result = Result(
            outcome: outcome,
            sales: try #require(Int(try store.sqlite3("SELECT count(*) FROM ZSHOPSALE"))),
            stock: try #require(Int(try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK")))
        )
        #expect(try store.sqlite3("SELECT count(*) = count(DISTINCT ZBUYER) FROM ZSHOPSALE") == "1")
        #expect(try store.sqlite3("PRAGMA integrity_check") == "ok")
        #expect(outcome.sold == result.sales && outcome.sold + outcome.turnedAway == Self.buyers)
        if ProcessInfo.processInfo.environment["BUYERS_TABLE"] != nil {
            print(
                "• \(place) | \(way) | sold \(result.sales) | stock \(result.stock) | conflicts reported "
                    + "\(outcome.conflicts) | refused and tried again \(outcome.refused) |"
            )
        }
        return result
    }

    private func check(_ way: Buying, _ result: Result) {
        switch way {
        case .plain:
            // Sales that the stock does not know of are those that reported conflicts have undone, no more and no less.
            #expect(result.sales - (Self.books - result.stock) == result.outcome.undone)
            #expect(result.outcome.conflicts > 0 && result.sales >= Self.books)
        case .error, .isolated:
            #expect(result.sales == Self.books && result.stock == 0)
            #expect(result.outcome.conflicts == 0)
        }
        if way == .error { #expect(result.outcome.refused > 0) }
    }

    @Test(arguments: Buying.allCases)
    func inOneProcess(way: Buying) throws {
        let store = try shop()
        let outcome = try way.run(0..<Self.buyers, threads: 16, in: try shopContainer(store.file))
        check(way, try counted(outcome, way, "one process", store))
    }

    @Test(arguments: Buying.allCases)
    func inFourProcesses(way: Buying) throws {
        let store = try shop()
        let file = store.file.path
        let share = Self.buyers / 4
        let outcome = try onThreads(4) { number in
            let range = [number * share, (number + 1) * share].map(String.init)
            let (output, status) = try ChildProgram.run("visit", [file, "buy", way.rawValue] + range)
            try #require(status == 0)
            return try #require(Buying.Outcome(line: output.trimmingCharacters(in: .whitespacesAndNewlines)))
        }.reduce(Buying.Outcome(), +)
        check(way, try counted(outcome, way, "four processes", store))
    }
}

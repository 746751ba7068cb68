import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// Keys as statements take them, beside the rows that SQLite finds by them.
@Suite struct KeySelectionTests {
    /// Some keys between 1 and 5,000: runs, single ones, many, few, in order and not, some of them twice.
    private func keys(_ random: inout SeededRandom) -> [Int64] {
        var keys: [Int64] = []
        for _ in 0...random.below(12) {
            let first = 1 + random.below(5_000)
            let count = random.chance(30) ? 1 : random.below(random.chance(20) ? 1_500 : 30)
            let step = random.chance(70) ? 1 : 2
            keys += stride(from: first, to: min(first + count * step, 5_001), by: step).map(Int64.init)
        }
        if random.chance(40) {
            keys = Array(Set(keys)).sorted()
        } else if random.chance(50) {
            keys.shuffle(using: &random)
        }
        return keys
    }

    @Test(arguments: Trials.seeds(20, from: 0))
    func selectionsFindTheRowsOfTheirKeysAndNoOthers(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let connection = try StoreConnection.inMemory()
        try connection.write { runner in
            try runner.run("CREATE TABLE T (K INTEGER PRIMARY KEY)")
            try runner.run(
                "WITH RECURSIVE n (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 5000) INSERT INTO T SELECT k FROM n"
            )
        }
        for _ in 0..<5 {
            let keys = keys(&random)
            let selections = KeySelection.of(keys)
            var found: [Int64] = []
            try connection.read { runner in
                for selection in selections {
                    var own: [Int64] = []
                    try runner.query("SELECT K FROM T WHERE \(selection.condition("K"))") {
                        selection.bind(to: &$0)
                    } row: {
                        own.append($0.integer(0))
                    }
                    #expect(own.sorted() == Array(selection.keys))
                    found += own
                }
            }
            #expect(found.sorted() == Set(keys).sorted(), "Each row is found, and by one selection alone.")
            #expect(selections.count <= (Set(keys).count + KeyList.chunkSize - 1) / KeyList.chunkSize)
        }
    }

    @Test func keysAtTheEndsOfTheirRangeAreNotTakenForARun() throws {
        for keys: [Int64] in [[.min, .max], [.min, -1, 0, .max], [.max - 1, .max], [.min, .min + 1]] {
            #expect(KeySelection.of(keys).flatMap { Array($0.keys) } == keys)
        }
        #expect(KeySelection.of([.min, .max]).map { $0.condition("K") } == [KeyList.condition("K")])
        #expect(KeySelection.of([.max - 1, .max]).map { $0.condition("K") } == ["K BETWEEN ? AND ?"])
    }

    @Test func aRunIsOneSelectionHoweverLongItIs() {
        #expect(KeySelection.of(Array(1...100_000)).count == 1)
        #expect(KeySelection.of(Array((1...100_000).reversed())).count == 1)
        #expect(KeySelection.of([]).isEmpty)
    }
}

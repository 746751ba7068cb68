import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Files that are not what they should be: an error, never a trap, and nothing written.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct DamagedFileTests {
    /// A generator of numbers that are the same in each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// Reads everything that can be read.
    private func readAll(_ file: URL) {
        guard let store = try? DynamicStore(url: file) else { return }
        for name in store.entityNames {
            _ = try? store.count(of: name)
            try? store.forEachRow(of: name, damage: .isLeftOut) { row in
                for value in row.values { _ = value.value.jsonText }
            }
            try? store.forEachRow(of: name) { _ in }
        }
        _ = try? store.history()
    }

    @Test(arguments: ["coredata-moody4.moody", "SampleModel3_V1.sqlite", "swiftdata-cartkit-v1.sqlite"])
    func aFileWithFlippedBits(_ name: String) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        let whole = try Data(contentsOf: sample.file)
        var numbers = Numbers(state: 7)
        for round in 0..<60 {
            var bytes = whole
            for _ in 0..<(1 + round % 8) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                bytes[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &numbers)
            }
            try bytes.write(to: sample.file)
            readAll(sample.file)
            #expect(try Data(contentsOf: sample.file) == bytes)
        }
    }

    @Test func aFileThatEndsEarly() throws {
        let sample = try SampleStore("coredata-moody4.moody")
        defer { sample.remove() }
        let whole = try Data(contentsOf: sample.file)
        for part in 0..<20 {
            try whole.prefix(whole.count * part / 20).write(to: sample.file)
            readAll(sample.file)
        }
    }

    /// Bits of the model cache, behind its compression.
    @Test func aModelWithFlippedBits() throws {
        let sample = try SampleStore("SampleModel_V1.sqlite")
        defer { sample.remove() }
        let script = """
            import random, sqlite3, sys, zlib
            random.seed(int(sys.argv[2]))
            file = sqlite3.connect(sys.argv[1])
            original = open(sys.argv[1] + '.model', 'rb').read()
            model = bytearray(original)
            for _ in range(random.randint(1, 12)):
                model[random.randrange(len(model))] ^= 1 << random.randrange(8)
            packer = zlib.compressobj(1, zlib.DEFLATED, -15)
            file.execute('UPDATE Z_MODELCACHE SET Z_CONTENT = ?', (packer.compress(bytes(model)) + packer.flush(),))
            file.commit()
            """
        let keep = """
            import sqlite3, sys, zlib
            content = sqlite3.connect(sys.argv[1]).execute('SELECT Z_CONTENT FROM Z_MODELCACHE').fetchone()[0]
            open(sys.argv[1] + '.model', 'wb').write(zlib.decompress(content, -15))
            """
        let python = try #require(Program.python3)
        try python.run(["-c", keep, sample.file.path])
        for seed in 0..<40 {
            try python.run(["-c", script, sample.file.path, String(seed)])
            readAll(sample.file)
        }
    }

    @Test func valuesOfOtherTypesAreNamedOrLeftOut() throws {
        let sample = try SampleStore("coredata-moody4.moody")
        defer { sample.remove() }
        let sqlite3 = try #require(Program.sqlite3)
        try sqlite3.run([
            sample.file.path,
            "UPDATE ZMOOD SET ZRATING = 'good', ZDATE = x'01' WHERE Z_PK = 2; UPDATE ZMOOD SET ZDATE = NULL WHERE Z_PK = 3",
        ])
        let store = try DynamicStore(url: sample.file)
        let error = #expect(throws: StoreError.self) { try store.rows(of: "Mood") }
        #expect(error?.code == .corruptRow && error?.entityName == "Mood" && error?.propertyName == "date")
        var dates: [DynamicValue?] = []
        try store.forEachRow(of: "Mood", damage: .isLeftOut) { dates.append($0["date"]) }
        #expect(dates.count == 4 && dates[1] == .unreadable && dates[2] == .null)
    }
}

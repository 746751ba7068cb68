import Foundation
import SwiftDataCLI
import TestSupport
import Testing

/// A `-wal` of which SQLite reads a part only.
@Suite(.enabled(if: Program.sqlite3 != nil && Program.python3 != nil, "needs sqlite3 and python3"))
struct DamagedLogTests {
    private let library: FilledLibrary
    private var log: URL { URL(fileURLWithPath: library.path + "-wal") }

    /// Ten transactions are in the log, each of which adds one to the pages of the first book.
    init() throws {
        library = try FilledLibrary()
        try library.sqlite3("UPDATE ZBOOK SET ZPAGES = 0 WHERE Z_PK = 1")
        try library.keepingLogs(Array(repeating: "UPDATE ZBOOK SET ZPAGES = ZPAGES + 1 WHERE Z_PK = 1", count: 10))
    }

    /// The checksum of the format of SQLite's files, section 4.2 "Checksum Algorithm".
    private static func checksum(_ bytes: some Sequence<UInt8>, bigEndian: Bool, _ start: (UInt32, UInt32))
        -> (UInt32, UInt32)
    {
        var (s0, s1) = start
        var word: [UInt32] = []
        var part: [UInt8] = []
        for byte in bytes {
            part.append(byte)
            guard part.count == 4 else { continue }
            let order = bigEndian ? part : part.reversed()
            word.append(order.reduce(0) { $0 << 8 | UInt32($1) })
            part = []
        }
        for place in stride(from: 0, to: word.count - 1, by: 2) {
            s0 = s0 &+ word[place] &+ s1
            s1 = s1 &+ word[place + 1] &+ s0
        }
        return (s0, s1)
    }

    /// Frames of the log, worked out from the description of the format alone.
    private func frames() throws -> (valid: Int, committed: Int, all: Int) {
        let bytes = [UInt8](try Data(contentsOf: log))
        func number(_ place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let bigEndian = number(0) & 1 == 1
        let pageSize = Int(number(8))
        var sum = Self.checksum(bytes[0..<24], bigEndian: bigEndian, (0, 0))
        #expect(sum == (number(24), number(28)))
        var (valid, committed, all, isBroken) = (0, 0, 0, false)
        for start in stride(from: 32, to: bytes.count - pageSize - 23, by: pageSize + 24) {
            all += 1
            if isBroken { continue }
            sum = Self.checksum(bytes[start..<start + 8], bigEndian: bigEndian, sum)
            sum = Self.checksum(bytes[start + 24..<start + 24 + pageSize], bigEndian: bigEndian, sum)
            isBroken =
                number(start + 8) != number(16) || number(start + 12) != number(20)
                || sum != (number(start + 16), number(start + 20))
            if isBroken { continue }
            valid += 1
            if number(start + 4) != 0 { committed = valid }
        }
        return (valid, committed, all)
    }

    private func change(_ offset: Int, _ bytes: Data) throws {
        let file = try FileHandle(forWritingTo: log)
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// The pages of the book that SQLite itself reads from a copy.
    private func pagesThatAreRead() throws -> String {
        let copy = try TemporaryFolder()
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: library.path + end, toPath: copy.file("copy").path + end)
        }
        return try copy.sqlite3("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1", "copy")
    }

    private func inspectedLog() async throws -> [String: Any] {
        let json = try await tool("inspect", library.path, "--json").json()
        return try #require(json["wal"] as? [String: Any])
    }

    @Test func aWholeLogHasNoProblem() async throws {
        let frames = try frames()
        #expect(try pagesThatAreRead() == "10" && frames.committed == frames.all)
        let found = try await inspectedLog()
        #expect(found["committedPages"] as? Int == frames.committed)
        #expect(found["invalidFrames"] as? Int == 0)
        #expect(await tool("check", library.path).status == 0)
    }

    @Test func salvageAndLinksTellOfItToo() async throws {
        try change(32 + 30, Data([1, 2, 3]))
        let link = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: link.file("link").path,
            withDestinationPath: URL(fileURLWithPath: library.path).path
        )
        let check = await tool("check", link.file("link").path)
        #expect(check.status == 1 && check.output.contains("-wal"))
        let salvage = await tool("salvage", library.path, link.file("new.store").path, "--json")
        #expect(salvage.status == 1)
        let lost = try #require(try salvage.json()["lost"] as? [String])
        #expect(lost.contains { $0.contains("-wal") })
    }

    @Test(arguments: [0.3, 0.6, 0.95])
    func framesAfterADamagedOneAreAProblem(_ part: Double) async throws {
        let whole = try frames()
        let size = try Data(contentsOf: log).count
        let frame = Int(Double(whole.all) * part)
        let frameSize = (size - 32) / whole.all
        try change(32 + frame * frameSize + 1_000, Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 3) }))
        let damaged = try frames()
        #expect(damaged.valid == frame && damaged.committed < whole.committed)
        let pages = try pagesThatAreRead()
        #expect(pages != "10")
        let found = try await inspectedLog()
        #expect(found["committedPages"] as? Int == damaged.committed)
        #expect(found["invalidFrames"] as? Int == damaged.all - damaged.valid)
        let text = await tool("inspect", library.path)
        #expect(text.output.contains("\(damaged.committed) committed pages"))
        #expect(text.output.contains("\(damaged.all - damaged.valid) frame"))
        let check = await tool("check", library.path, "--json")
        #expect(check.status == 1)
        let findings = try #require(try check.json()["findings"] as? [[String: Any]])
        let finding = try #require(findings.first { $0["check"] as? String == "log" })
        #expect(finding["severity"] as? String == "problem")
        #expect((finding["message"] as? String)?.contains("frame \(frame + 1)") == true)
    }

    @Test func aDamagedHeaderMakesTheWholeLogInvalid() async throws {
        let whole = try frames()
        try change(12, Data([9, 9, 9, 9]))
        #expect(try pagesThatAreRead() == "0")
        let found = try await inspectedLog()
        #expect(found["committedPages"] as? Int == 0)
        #expect(found["invalidFrames"] as? Int == whole.all)
        #expect(await tool("check", library.path).status == 1)
    }

    @Test func framesOfTheLogBeforeAreNoProblem() async throws {
        // A writer that begins the log anew leaves the frames of the one before after its own.
        try library.keepingLogs(
            Array(repeating: "UPDATE ZBOOK SET ZPAGES = ZPAGES + 1 WHERE Z_PK = 1", count: 10)
                + ["PRAGMA wal_checkpoint(RESTART)", "UPDATE ZBOOK SET ZPAGES = 77 WHERE Z_PK = 1"]
        )
        let frames = try frames()
        #expect(frames.valid < frames.all)
        let found = try await inspectedLog()
        #expect(found["committedPages"] as? Int == frames.committed)
        #expect(found["invalidFrames"] as? Int == 0)
        #expect(await tool("check", library.path).status == 0)
    }

    @Test func aRepairedCopyIsRead() async throws {
        let whole = try frames()
        let frameSize = (try Data(contentsOf: log).count - 32) / whole.all
        try change(32 + whole.all / 2 * frameSize + 500, Data(repeating: 7, count: 100))
        let pages = try pagesThatAreRead()
        let output = library.folder.file("mended.store")
        let repair = await tool("check", library.path, "--repair", output.path)
        #expect(repair.status == 1)
        #expect(repair.output.contains("Lost:") && repair.output.contains("No problems were found."))
        #expect(try library.folder.sqlite3("SELECT ZPAGES FROM ZBOOK WHERE Z_PK = 1", "mended.store") == pages)
        #expect(!FileManager.default.fileExists(atPath: output.path + "-wal"))
    }

    @Test(.enabled(if: Program.bash != nil, "needs bash"))
    func anExportWhoseReaderGoesLeavesNoCopy() async throws {
        let temporary = try TemporaryFolder()
        let bash = try #require(Program.bash)
        for _ in 0..<3 {
            try bash.run([
                "-c", "TMPDIR='\(temporary.url.path)' '\(try BuiltTool.path)' export '\(library.path)' | head -1",
            ])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).isEmpty)
    }
}

import Foundation
import SwiftData
import SwiftDataTesting

/// Rounds of one kill each, and what each of them has left.
struct KillRounds {
    let count: Int
    private let seed: UInt64
    private var generator: ScriptRandom
    private let folder: URL
    private let program = URL(fileURLWithPath: CommandLine.arguments[0]).path
    /// The content of the store, as far as it is certain.
    private var content = Content()
    private var hasSecondVersion = false
    private var findings: [String] = []
    /// Saves that were acknowledged and are not there.
    private var lost = 0
    private var kills = 0
    private var counts: [String: Int] = [:]

    /// The number of rounds that a store lasts.
    private static let roundsOfAStore = 25

    init(count: Int, seed: UInt64) throws {
        self.count = count
        self.seed = seed
        generator = ScriptRandom(seed: seed)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("openswiftdata-kills-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var path: String { folder.appendingPathComponent("parcels.store").path }
    private var version: String { hasSecondVersion ? "2" : "1" }

    /// - Returns: True if nothing was found.
    mutating func run() throws -> Bool {
        say("seed \(seed)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for round in 0..<count {
            if round % Self.roundsOfAStore == 0 { try begin() }
            let before = findings.count
            try self.round(round)
            for finding in findings[before...] { say("round \(round): \(finding)") }
            // What was found once would be found again in each round.
            if findings.count > before { try begin() }
        }
        say(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        say("row|kills|\(count)|\(findings.count)|\(lost)")
        return findings.isEmpty
    }

    private mutating func begin() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        content = Content()
        hasSecondVersion = false
    }

    private mutating func count(_ event: String) { counts[event, default: 0] += 1 }

    private mutating func round(_ number: Int) throws {
        let script = UInt64.random(in: 0 ... .max, using: &generator)
        let writer = try ChildProcess(program, ["kills", "write", path, version, "\(script)"])
        let place = number % Self.roundsOfAStore
        var others: [(name: String, process: ChildProcess)] = []
        let backup = folder.appendingPathComponent("backup \(number)")
        // Before the first save there may be no file, or one without tables, which cannot be read.
        let isReadable = content.save > 0
        if Int.random(in: 0..<3, using: &generator) == 0, isReadable {
            others.append(("read", try ChildProcess(program, ["kills", "read", path, version])))
        }
        if isReadable {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                others.append(("backup", try ChildProcess(program, ["kills", "backup", path, version, backup.path])))
            case 1 where !hasSecondVersion && place > 8:
                others.append(("migrate", try ChildProcess(program, ["kills", "migrate", path, "2"])))
            default: break
            }
        }
        waitForTheMoment(writer)
        writer.kill()
        for other in others where Int.random(in: 0..<3, using: &generator) == 0 { other.process.kill() }
        writer.finish()
        for other in others { other.process.finish() }
        if writer.wasKilled { kills += 1 }
        try check(writer, others, backup)
        if number % 4 == 3 || number == count - 1 { try checkOpened() }
    }

    /// Amid a save mostly, and now and then while the store is being opened.
    private mutating func waitForTheMoment(_ writer: ChildProcess) {
        if Int.random(in: 0..<5, using: &generator) == 0 {
            count("kills while opening")
            usleep(UInt32.random(in: 0..<60_000, using: &generator))
            return
        }
        // An even number of lines ends with a save that has begun.
        writer.wait(forLines: 2 + 2 * Int.random(in: 0..<8, using: &generator), seconds: 20)
        let longest: UInt32 = [300, 2_000, 8_000].randomElement(using: &generator) ?? 0
        usleep(UInt32.random(in: 0..<longest, using: &generator))
    }

    // MARK: Checks

    private mutating func check(
        _ writer: ChildProcess,
        _ others: [(name: String, process: ChildProcess)],
        _ backup: URL
    ) throws {
        var (whole, begun) = (content, content)
        var possible = [content]
        var acknowledged = content.save
        for line in writer.lines {
            let words = line.split(separator: " ")
            switch words.first {
            case "open" where words.count == 2 && Int(words[1]) != content.save:
                findings.append("the writer found save \(words[1]), not \(content.save)")
            case "b":
                begun = whole
                begun.apply(words.dropFirst(2).compactMap { Step($0) }, save: Int(words[1]) ?? -1)
                possible.append(begun)
            case "d":
                whole = begun
                acknowledged = whole.save
                count("saves")
            case "error": try checkError(String(line), others)
            default: break
            }
        }
        if begun.save > whole.save { count("kills amid a save") }
        let found = try Checker(path, isCopied: Bool.random(using: &generator))
        findings += found.problems
        if found.content == whole {
            count("as acknowledged")
        } else if found.content == begun {
            count("with one more save")
        } else {
            lost += max(0, acknowledged - found.content.save)
            findings.append(
                "the file has save \(found.content.save); \(acknowledged) was acknowledged, \(begun.save) begun"
            )
        }
        if !found.orphans.isEmpty { count("files to be swept") }
        content = found.content
        let isMigrated = found.hasSecondVersion && !hasSecondVersion
        if isMigrated { count("migrations") }
        hasSecondVersion = found.hasSecondVersion
        for other in others { try check(other.name, other.process, backup, possible, isMigrated: isMigrated) }
    }

    /// A writer ends with an error only where its store has been migrated.
    private mutating func checkError(_ line: String, _ others: [(name: String, process: ChildProcess)]) throws {
        let causes = ["migration", "backwardMigration", "locked"]
        guard others.contains(where: { $0.name == "migrate" }), causes.contains(where: line.contains) else {
            return findings.append("the writer: \(line)")
        }
        count("writers beside a migration that ended")
    }

    private mutating func check(
        _ name: String,
        _ process: ChildProcess,
        _ backup: URL,
        _ possible: [Content],
        isMigrated: Bool
    ) throws {
        let lines = process.lines
        count("\(name)s \(process.wasKilled ? "killed" : "ended")")
        for line in lines where line.hasPrefix("bad") { findings.append("the reader: \(line)") }
        // It was started for the version that the store had before this round.
        for line in lines where line.hasPrefix("error") && !isMigrated { findings.append("\(name): \(line)") }
        guard name == "backup" else { return }
        let isThere = FileManager.default.fileExists(atPath: backup.path)
        if lines.contains("backed up"), !isThere { findings.append("the backup is not there") }
        guard isThere else { return }
        count("backups checked")
        let copy = backup.appendingPathComponent("parcels.store").path
        let found = try Checker(copy, isCopied: false)
        findings += found.problems.map { "backup: \($0)" }
        if !found.orphans.isEmpty { findings.append("backup: \(found.orphans.count) files of no row") }
        if !possible.contains(found.content) {
            findings.append("the backup has save \(found.content.save), which was not so")
        }
        try FileManager.default.removeItem(at: backup)
    }

    /// Opens the store, and looks whether what was left behind has gone and everything else is there.
    private mutating func checkOpened() throws {
        do {
            let container = try container(path, isSecond: hasSecondVersion)
            _ = container
        } catch {
            findings.append("the store cannot be opened: \(error)")
            return
        }
        let found = try Checker(path, isCopied: false)
        findings += found.problems.map { "opened again: \($0)" }
        if found.content != content, content.save > 0 { findings.append("opening the store has changed its content") }
        if !found.orphans.isEmpty { findings.append("\(found.orphans.count) files of no row after opening") }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names where name.hasSuffix("_SAVING") || name.hasSuffix("_MIGRATION") {
            findings.append("\(name) is left after opening")
        }
    }
}

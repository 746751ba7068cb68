#if PostgreSQL
import ArgumentParser
import Foundation
import SwiftData

/// `PostgresProgram check`: compares logs with the database.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares logs with the database, and prints what it finds as one line of JSON.",
        discussion: """
            Ends with 1 where an acknowledged save is missing, where a save is there twice, or where one is there whose \
            error said that it is not.
            """
    )

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Saves may be there that were not acknowledged: a writer was killed before it could note them.")
    var killed = false

    @Argument(help: "The logs of `write`.")
    var logs: [String]

    func run() throws {
        var account = RunAccount()
        for log in logs { account.add(try DeedLog.lines(of: log)) }
        var rows: [DeedKey: Int] = [:]
        let context = ModelContext(try database.container())
        for writer in account.writers.sorted() {
            for deed in try context.fetch(FetchDescriptor<Deed>(predicate: #Predicate { $0.writer == writer })) {
                guard deed.text == Deed.text(of: deed.key) else { continue }
                rows[deed.key, default: 0] += 1
            }
        }
        let summary = account.summary(rows)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(String(decoding: try encoder.encode(summary), as: UTF8.self))
        guard summary.isGood(afterKills: killed) else { throw ExitCode(1) }
    }
}

/// What the logs of runs say.
struct RunAccount {
    private var saved: Set<DeedKey> = []
    private var unknown: Set<DeedKey> = []
    private var failures: [String: Int] = [:]
    /// The longest times in nanoseconds.
    private var pause: UInt64 = 0
    private var writerPause: UInt64 = 0
    private var slowestSave: UInt64 = 0
    private(set) var writers: Set<String> = []

    /// Takes in the lines of a run. A time without saves at its end is a pause as well.
    mutating func add(_ lines: [DeedLog.Line]) {
        var begin: UInt64 = 0
        var end: UInt64 = 0
        var last: [String: UInt64] = [:]
        var times: [UInt64] = []
        for line in lines {
            switch line {
            case .begin(let time): begin = time
            case .end(let time): end = time
            case .save(let key, let outcome, let start, let time):
                writers.insert(key.writer)
                slowestSave = max(slowestSave, time - start)
                let known = last[key.writer] ?? begin
                last[key.writer] = known
                switch outcome {
                case .saved:
                    saved.insert(key)
                    times.append(time)
                    writerPause = max(writerPause, time - known)
                    last[key.writer] = time
                case .failed(let code): failures[code, default: 0] += 1
                case .unknown: unknown.insert(key)
                }
            }
        }
        for time in last.values where end > time { writerPause = max(writerPause, end - time) }
        // Threads write their lines in another order than their saves end.
        times = [begin] + times.sorted() + (end > 0 ? [end] : [])
        for (earlier, later) in zip(times, times.dropFirst()) where later > earlier {
            pause = max(pause, later - earlier)
        }
    }

    /// - Parameter rows: The number of rows that each deed has.
    func summary(_ rows: [DeedKey: Int]) -> RunSummary {
        func seconds(_ time: UInt64) -> Double { (Double(time) / 10_000_000).rounded() / 100 }
        let found = Set(rows.keys)
        return RunSummary(
            acknowledged: saved.count,
            found: saved.intersection(found).count,
            lost: saved.subtracting(found).count,
            duplicates: rows.values.count { $0 > 1 },
            unexpected: found.subtracting(saved).subtracting(unknown).count,
            unknown: unknown.count,
            unknownFound: unknown.intersection(found).count,
            failures: failures,
            pause: seconds(pause),
            writerPause: seconds(writerPause),
            slowestSave: seconds(slowestSave)
        )
    }
}

/// What `check` prints.
struct RunSummary: Encodable {
    /// The saves that returned, those of them that the database has, and the rest.
    let acknowledged, found, lost: Int
    /// The deeds that have more than one row.
    let duplicates: Int
    /// The deeds that have a row, although each of their saves has thrown an error that says that nothing was saved.
    let unexpected: Int
    /// The saves whose outcome was not known, and those of them that the database has.
    let unknown, unknownFound: Int
    /// The number of failed saves by the code of the error.
    let failures: [String: Int]
    /// The longest time between two acknowledged saves, of all writers and of one, in seconds.
    let pause, writerPause: Double
    /// The longest time that a save took, whatever its outcome, in seconds.
    let slowestSave: Double

    func isGood(afterKills: Bool) -> Bool { lost == 0 && duplicates == 0 && (afterKills || unexpected == 0) }
}
#endif

import Foundation
import TestSupport
import Testing

/// The calls that the system sees of a script, compared with the journal: nothing reaches the disk beside it.
@Suite struct TracedCallsTests {
    /// A change of a file, as both tell it.
    private struct Change: Hashable, CustomStringConvertible {
        let kind: String
        let path: String
        var description: String { "\(kind) \(path)" }
    }

    private static let kinds = [
        "1": "write", "2": "truncate", "3": "sync", "4": "remove", "5": "sync folder",
        "6": "make folder", "7": "remove folder", "8": "open", "10": "rename",
    ]

    private static let strace = Program(named: "strace")

    @Test(
        .enabled(if: Program.canTrace, "needs strace, and the right to trace"),
        arguments: [
            "create", "insert", "update", "order", "upsert", "links", "delete", "batch", "several", "deleteHistory",
            "erase", "migrateInferred", "migrateLight", "migrateCustom", "backup", "restore", "restoreMissing",
            "restoreDamaged",
        ]
    )
    func theSystemSeesWhatTheJournalHas(script: String) throws {
        let folder = try TemporaryFolder()
        let log = folder.url.appendingPathComponent("trace")
        let calls =
            // With a question mark: not all systems have them.
            "?open,openat,?creat,write,pwrite64,writev,pwritev,?rename,?renameat,renameat2,?unlink,unlinkat,fsync,fdatasync,"
            + "ftruncate,truncate,?mkdir,mkdirat,?rmdir,?link,linkat,?symlink,fallocate,copy_file_range,sendfile"
        let output = try #require(Self.strace).run([
            "-f", "-y", "-qq", "-s", "0", "-o", log.path, "-e", "trace=\(calls)", Torture.program().path, "trace",
            script,
        ])
        let report = Torture.Report(output: output)
        let place = try #require(report.folder)
        let text = try String(contentsOf: log, encoding: .utf8)
        let lines = Self.joined(text.split(separator: "\n").map(String.init))
        let begin = try #require(lines.firstIndex { $0.contains("trace-begin") })
        let end = try #require(lines.firstIndex { $0.contains("trace-end") })
        let seen = Self.count(lines[begin..<end].compactMap { Self.change($0, place) })
        let noted = Self.count(
            report.events.compactMap { event in
                Self.kinds[event[0]].flatMap { kind in
                    event[1].hasPrefix(place) ? Change(kind: kind, path: String(event[1].dropFirst(place.count))) : nil
                }
            }
        )
        #expect(seen.values.reduce(0, +) > 20)
        for (change, count) in seen where change.kind != "open" {
            #expect(noted[change] == count, "\(change): the journal has another number than the system has seen")
        }
        for (change, count) in noted where change.kind != "open" {
            #expect(seen[change] == count, "\(change): the system has not seen what the journal has")
        }
        // A restore keeps everybody out of the file that it replaces by a lock, for which it opens the file.
        let locked = Change(kind: "open", path: "/box.store")
        for change in seen.keys where change.kind == "open" && (script != "restoreDamaged" || change != locked) {
            #expect(noted[change] != nil, "\(change) bypasses the journal")
        }
    }

    /// A call that another thread interrupts is on two lines, of which the second has its result.
    private static func joined(_ lines: [String]) -> [String] {
        var joined: [String] = []
        var open: [Substring: Int] = [:]
        for line in lines {
            let thread = line.prefix { $0 != " " }
            if let end = line.range(of: "<unfinished") {
                open[thread] = joined.count
                joined.append(String(line[..<end.lowerBound]))
            } else if let begin = line.range(of: "resumed>"), let place = open.removeValue(forKey: thread) {
                joined[place] += line[begin.upperBound...]
            } else {
                joined.append(line)
            }
        }
        return joined
    }

    private static func count(_ changes: [Change]) -> [Change: Int] {
        Dictionary(changes.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Reads a line such as `12 pwrite64(5</tmp/a>, ""..., 4096, 0) = 4096`.
    private static func change(_ line: String, _ place: String) -> Change? {
        guard let open = line.firstIndex(of: "("), !line.contains(") = -1"), !line.contains("= -1 ") else { return nil }
        let call = line[..<open].split(separator: " ").last.map(String.init) ?? ""
        guard let start = line.range(of: place) else { return nil }
        let rest = line[start.upperBound...]
        var path = String(rest.prefix { $0 != ">" && $0 != "\"" })
        // By a descriptor of the folder and a name.
        if call == "unlinkat", rest.dropFirst(path.count).first == ">" {
            path += "/" + (rest.split(separator: "\"").dropFirst().first ?? "")
        }
        // The shared memory of a log is no part of the disk.
        guard path.isEmpty || path.hasPrefix("/"), !path.hasSuffix("-shm") else { return nil }
        let isFolder =
            path.isEmpty
            || ["_SUPPORT", "_EXTERNAL_DATA", "_FILES", "_SAVING", "_MIGRATION"].contains { path.hasSuffix($0) }
            || path.contains("_BACKUP-") && path.split(separator: "/").count == 1
        switch call {
        case "write", "pwrite64", "writev", "pwritev": return Change(kind: "write", path: path)
        case "ftruncate", "truncate": return Change(kind: "truncate", path: path)
        case "fsync", "fdatasync": return Change(kind: isFolder ? "sync folder" : "sync", path: path)
        case "unlink": return Change(kind: "remove", path: path)
        case "unlinkat": return Change(kind: line.contains("AT_REMOVEDIR") ? "remove folder" : "remove", path: path)
        case "rename", "renameat", "renameat2": return Change(kind: "rename", path: path)
        case "mkdir", "mkdirat": return Change(kind: "make folder", path: path)
        case "rmdir": return Change(kind: "remove folder", path: path)
        // To sync it.
        case "open", "openat": return isFolder ? nil : Change(kind: "open", path: path)
        default: return Change(kind: call, path: path)
        }
    }
}

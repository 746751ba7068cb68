import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The copies from which a store is read if no process has its `-wal` open.
@Suite(
    .enabled(
        if: Program.sqlite3 != nil && Program.python3 != nil && Program.bash != nil,
        "needs sqlite3, python3 and bash"
    )
)
struct PrivateCopyTests {
    private let folder: TemporaryFolder
    private let temporary: TemporaryFolder
    private var path: String { folder.path("t.store") }

    init() throws {
        (folder, temporary) = (try TemporaryFolder(), try TemporaryFolder())
        _ = try OpeningProcess.run("fill", path)
        try OddFiles.keepLog(path, "UPDATE ZITEM SET ZNAME = 'logged' WHERE Z_PK = 1")
    }

    private func shell(_ command: String) throws -> String {
        try OpeningProcess.shell(command, temporary: temporary.url.path)
    }

    /// A folder as a process leaves it that was killed.
    private func leaveFolder() throws -> String {
        let name = "OpenSwiftData-\(UUID().uuidString)"
        let left = temporary.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data(count: 5_000).write(to: left.appendingPathComponent("copy.store"))
        return name
    }

    @Test func aProgramThatEndsWithAnOpenContainerLeavesNoCopy() throws {
        #expect(try shell("$PROGRAM global '\(path)'") == "3\n")
        #expect(try temporary.contents().isEmpty)
    }

    @Test func nothingIsOnTheDiskWhileTheCopyIsRead() throws {
        let names = try shell(
            """
            python3 - <<'END'
            import os, subprocess, sys
            program = subprocess.Popen(os.environ["PROGRAM"].split() + ["wait", "\(path)"], stdin=subprocess.PIPE, \
            stdout=subprocess.PIPE)
            print(program.stdout.readline().decode().strip(), os.listdir(os.environ["TMPDIR"]))
            program.kill()
            program.wait()
            END
            """
        )
        #expect(names == "3 []\n")
        #expect(try temporary.contents().isEmpty)
    }

    @Test func whatADeadProcessLeftIsRemoved() throws {
        let name = try leaveFolder()
        #expect(try shell("$PROGRAM global '\(path)'") == "3\n")
        #expect(!FileManager.default.fileExists(atPath: temporary.path(name)))
    }

    @Test(.enabled(if: Program(named: "flock") != nil, "needs flock"))
    func whatALivingProcessUsesStays() throws {
        let name = try leaveFolder()
        #expect(try shell("flock \"$TMPDIR/\(name)\" $PROGRAM global '\(path)'") == "3\n")
        #expect(FileManager.default.fileExists(atPath: temporary.path(name) + "/copy.store"))
    }

    @Test func foldersWithOtherFilesStay() throws {
        let name = try leaveFolder()
        try Data([1]).write(to: URL(fileURLWithPath: temporary.path(name) + "/diary"))
        #expect(try shell("$PROGRAM global '\(path)'") == "3\n")
        #expect(FileManager.default.fileExists(atPath: temporary.path(name) + "/diary"))
    }

    @Test(.enabled(if: Program.canTrace, "needs strace, and the right to trace"))
    func theCopyIsTheUsersAlone() throws {
        // Every file that the process makes, as the system is asked for it.
        _ = try shell("strace -f -e trace=?mkdir,mkdirat,openat -o \"$TMPDIR/trace\" $PROGRAM global '\(path)'")
        let trace = try String(contentsOfFile: temporary.path("trace"), encoding: .utf8)
        let made = trace.split(separator: "\n").filter { $0.contains("OpenSwiftData-") && !$0.contains(" = -1 ") }
        let folders = made.filter { $0.contains("mkdir(") || $0.contains("mkdirat(") }
        #expect(folders.count == 1 && folders.allSatisfy { $0.contains("0700") })
        let files = made.filter { $0.contains("O_CREAT") }
        #expect(!files.isEmpty && files.allSatisfy { $0.contains("0600") })
    }
}

import Foundation
import ClientModels
import TestSupport
import Testing

/// A program that is killed in the middle of a migration leaves the old store or the new one, whole.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct KilledMigrationTests {
    /// The results that are the same for every migration of the store.
    private struct Expected {
        let old: String
        let new: String
        let strays: [String]
        let count: Int
    }

    @Test(arguments: KillScenario.allCases) func everyStatementMayBeTheLast(_ scenario: KillScenario) throws {
        let folder = try TemporaryFolder()
        try scenario.fill(folder.file)
        // One file, so that it is copied as a whole.
        _ = try folder.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)")
        let expected = try migrated(scenario, folder)
        #expect(expected.old != expected.new)
        var kept = (old: 0, new: 0)
        let places = Trials.places(expected.count, usual: 14)
        for number in places.map({ $0 + 1 }) {
            let isNew = try kill(scenario, before: number, folder, expected)
            if isNew { kept.new += 1 } else { kept.old += 1 }
        }
        #expect(kept.old > 0)
        #expect(kept.new > 0)
        print(
            "• \(scenario.rawValue) migrations: killed before \(places.count) of \(expected.count) statements; \(kept.old) times "
                + "the old store was left, \(kept.new) times the new one."
        )
    }

    /// The migration without a kill.
    private func migrated(_ scenario: KillScenario, _ original: TemporaryFolder) throws -> Expected {
        let copy = try self.copy(original)
        let old = try scenario.oldContents(copy.file)
        let count = try scenario.migrate(copy.file)
        return Expected(
            old: old,
            new: try scenario.newContents(copy.file),
            strays: try names(copy),
            count: count
        )
    }

    /// Kills a migration. True if the new store was there afterwards.
    private func kill(
        _ scenario: KillScenario,
        before number: Int,
        _ original: TemporaryFolder,
        _ expected: Expected
    ) throws -> Bool {
        let copy = try self.copy(original)
        let status = try run(scenario, copy, number)
        // 137 is what the shell makes of signal 9. Anything else is a program that ended by itself.
        let isKilled = status & 0x7f == SIGKILL || (status & 0x7f == 0 && (status >> 8) & 0xff == 128 + SIGKILL)
        #expect(isKilled, "\(scenario) \(number) ended with \(status)")
        let isNew = (try? scenario.newContents(copy.file)) == expected.new
        if !isNew {
            #expect(try scenario.oldContents(copy.file) == expected.old, "\(scenario) \(number)")
        }
        #expect(try copy.sqlite3("PRAGMA integrity_check") == "ok", "\(scenario) \(number)")
        _ = try scenario.migrate(copy.file)
        #expect(try scenario.newContents(copy.file) == expected.new, "\(scenario) \(number) again")
        #expect(try names(copy) == expected.strays, "\(scenario) \(number) again")
        return isNew
    }

    private func copy(_ original: TemporaryFolder) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: original.url.path) {
            try FileManager.default.copyItem(at: original.url.appending(path: name), to: copy.url.appending(path: name))
        }
        return copy
    }

    /// Everything in the folder but what SQLite has beside the file; external files have other names each time.
    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
            .map { UUID(uuidString: ($0 as NSString).lastPathComponent) == nil ? $0 : "file" }.sorted()
    }

    private func run(_ scenario: KillScenario, _ folder: TemporaryFolder, _ number: Int) throws -> Int32 {
        let arguments = ["migrate", folder.file.path, scenario.rawValue, "\(number)"]
        let command = ([try ChildProgram.path] + arguments).map { "'\($0)'" }
        // The shell would say that its child was killed.
        let stream = try #require(popen("{ \(command.joined(separator: " ")); } >/dev/null 2>&1", "r"))
        while fgetc(stream) != EOF {}
        return pclose(stream)
    }
}

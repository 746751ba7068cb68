import Foundation
import TestSupport
import Testing

/// The other process of tests that opens stores in ways that concern its whole process.
enum OpeningProcess {
    /// Runs the program and returns the lines that it prints.
    static func run(_ way: String, _ file: String) throws -> [String] {
        let program = try #require(Program(at: URL(filePath: try ChildProgram.path)))
        return try program.run(["open", way, file]).split(separator: "\n").map(String.init)
    }

    /// Runs a command of the shell, in which `$PROGRAM` is the program with its command, and returns its output.
    static func shell(_ command: String, temporary folder: String) throws -> String {
        let bash = try #require(Program.bash)
        return try bash.run(["-c", "export PROGRAM='\(try ChildProgram.path) open' TMPDIR='\(folder)'; \(command)"])
    }
}

/// Changes files of SQLite as programs of other makers leave them.
enum OddFiles {
    /// Leaves what a statement writes in the `-wal`, as a program does that was killed.
    static func keepLog(_ path: String, _ statement: String) throws {
        try python(
            """
            database = sqlite3.connect(path, isolation_level=None)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA wal_autocheckpoint = 0")
            database.executescript(statement)
            for end in ["", "-wal"]: shutil.copyfile(path + end, path + ".kept" + end)
            database.close()
            for end in ["", "-wal"]: os.replace(path + ".kept" + end, path + end)
            """,
            path,
            statement
        )
    }

    /// Leaves a transaction half written with its journal, as a program does that was killed.
    static func keepJournal(_ path: String, _ statement: String) throws {
        try python(
            """
            database = sqlite3.connect(path, isolation_level=None)
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("PRAGMA cache_size = 1")
            database.execute("BEGIN IMMEDIATE")
            for part in statement.split(";"): database.execute(part)
            database.execute("CREATE TABLE Filling (a)")
            for number in range(300): database.execute("INSERT INTO Filling VALUES (zeroblob(3000))")
            for end in ["", "-journal"]: shutil.copyfile(path + end, path + ".kept" + end)
            database.execute("ROLLBACK")
            database.close()
            for end in ["", "-journal"]: os.replace(path + ".kept" + end, path + end)
            """,
            path,
            statement
        )
    }

    private static func python(_ script: String, _ path: String, _ statement: String) throws {
        let python = try #require(Program.python3)
        let header = "import os, shutil, sqlite3, sys\npath, statement = sys.argv[1:]\n"
        try python.run(["-", path, statement], input: header + script + "\n")
    }

    /// Returns the output of the `sqlite3` program.
    @discardableResult
    static func sqlite3(_ path: String, _ statement: String) throws -> String {
        let program = try #require(Program.sqlite3)
        return try program.run(["-cmd", ".timeout 10000", path, statement]).trimmingCharacters(in: .newlines)
    }
}

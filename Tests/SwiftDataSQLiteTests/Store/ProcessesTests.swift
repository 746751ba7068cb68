import Foundation
import SwiftDataSQLite
import TestSupport
import Testing

@Suite struct ProcessesTests {
    @Test func processesThatSaveAtOnceLoseNothing() throws {
        let program = URL(filePath: try ChildProgram.path)
        let folder = try TemporaryFolder()
        let path = folder.path("shared.store")
        // The file does not exist yet: both want to create it.
        let writers = try ["one", "two"].map { name in
            let process = Process()
            process.executableURL = program
            process.arguments = ["write", path, name, "1000"]
            try process.run()
            return process
        }
        for writer in writers {
            writer.waitUntilExit()
            #expect(writer.terminationStatus == 0)
        }
        let connection = try StoreConnection.readOnlyFile(path)
        try connection.read { (runner) throws -> Void in
            #expect(
                try runner.strings(
                    "SELECT ZWRITER || count(DISTINCT ZNUMBER) FROM ZLEDGERENTRY GROUP BY ZWRITER ORDER BY 1"
                )
                    == ["one1000", "two1000"]
            )
            #expect(try runner.integer("SELECT count(*) FROM ATRANSACTION") == 2000)
            #expect(try runner.integer("SELECT count(DISTINCT ZENTITYPK) FROM ACHANGE") == 2000)
            #expect(try runner.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'LedgerEntry'") == 2000)
            #expect(try runner.strings("PRAGMA integrity_check") == ["ok"])
        }
    }
}

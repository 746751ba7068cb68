import GRDB

/// A transaction of statements that read.
enum ReadTransaction {
    /// Runs a closure in a transaction, which has ended when the call returns.
    ///
    /// GRDB prepares the statement that ends a transaction when it is over, and ends the process where that fails. Here all
    /// statements are prepared before the transaction begins, since SQLite may have no memory for that afterwards.
    static func run<Result>(_ database: Database, _ body: () throws -> Result) throws -> Result {
        // A context may hold one over several steps.
        if database.isInsideTransaction { return try body() }
        let begin = try database.cachedStatement(sql: "BEGIN DEFERRED")
        let end = try database.cachedStatement(sql: "COMMIT")
        let takeBack = try database.cachedStatement(sql: "ROLLBACK")
        try begin.execute()
        do {
            let result = try body()
            try end.execute()
            return result
        } catch {
            // Some errors of SQLite's end it. The error of the closure is the one to tell.
            if database.isInsideTransaction { try? takeBack.execute() }
            throw error
        }
    }
}

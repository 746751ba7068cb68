#if PostgreSQL
import ArgumentParser

/// A program that tests run as another process: `write` saves while servers, or the program itself, are killed, `check` compares
/// what was acknowledged with what the database has, `count` raises numbers beside other processes, and `script` does steps of scripts.
@main struct PostgresProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Saves to a PostgreSQL server that may fail, and checks that no acknowledged save is lost.",
        subcommands: [WriteCommand.self, CheckCommand.self, CountCommand.self, ScriptCommand.self]
    )
}
#endif

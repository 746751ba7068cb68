import Foundation
import TestSupport
import Testing

/// Programs that end with unsaved changes. What is in the file is read with `sqlite3`.
@Suite struct EndingTests {
    /// Runs `ChildProgram end`, and answers the notes in its store.
    private func notes(after way: String) throws -> String {
        let store = try TemporaryFolder()
        #expect(try ChildProgram.run("end", [store.file.path, way]).status == 0)
        return try store.sqlite3("SELECT ZTEXT FROM ZNOTE ORDER BY Z_PK")
    }

    @Test func aProgramThatReturnsFromMainHasSavedTheMainContext() throws {
        #expect(try notes(after: "return") == "main")
    }

    @Test func aProgramThatCallsExitHasSavedTheMainContext() throws {
        #expect(try notes(after: "exit") == "main")
    }

    @Test func aProgramThatReturnsFromMainHasSavedAnAutosavingContextOfItsOwn() throws {
        #expect(try notes(after: "own") == "own")
    }

    @Test func aContextWithoutAutosaveIsNotSavedAtTheEnd() throws {
        #expect(try notes(after: "off") == "")
    }

    @Test func halfATransactionIsNotSavedAtTheEnd() throws {
        #expect(try notes(after: "exitInTransaction") == "")
    }

    @Test func aTurnOfTheMainRunLoopSavesTheMainContext() throws {
        #expect(try notes(after: "runLoop") == "main")
    }

    @Test func twoTurnsOfTheMainRunLoopSaveAContextOfTheProgramsOwn() throws {
        #expect(try notes(after: "ownRunLoop") == "own")
    }

    @Test func turnsOfTheMainQueueSaveAContextOfTheProgramsOwn() throws {
        #expect(try notes(after: "ownDispatchMain") == "own 1\nown 2\nown 3")
    }

    @Test func aTurnOfTheMainQueueSavesTheMainContext() throws {
        #expect(try notes(after: "dispatchMain") == "main")
    }

    /// The main thread has ended when the main actor asks for its context for the first time.
    @Test func aMainContextThatIsMadeInATurnOfTheMainQueueIsAtHome() throws {
        let store = try TemporaryFolder()
        let command = "'\(try ChildProgram.path)' end '\(store.file.path)' firstOnMainActor 2>&1"
        let (output, status) = try ChildProcess.run("/bin/sh", ["-c", command])
        #expect(output == "" && status == 0)
        #expect(try store.sqlite3("SELECT ZTEXT FROM ZNOTE") == "main")
    }

    @Test func aModelActorIsSavedAfterItsJobAlsoWhenTheProgramEndsMeanwhile() throws {
        #expect(try notes(after: "actor") == "actor")
    }

    /// The end of the context waits for a turn of the actor that used it last, which never comes.
    @Test func aContextThatIsReleasedElsewhereIsSavedAtTheLatestWhenTheProgramEnds() throws {
        #expect(try notes(after: "releasedElsewhere") == "released")
    }

    @Test func aSaveThatFailsAtTheEndIsInTheLogAndAnnounced() throws {
        let store = try TemporaryFolder()
        let command = "'\(try ChildProgram.path)' end '\(store.file.path)' failing 2>&1"
        let (output, status) = try ChildProcess.run("sh", ["-c", command])
        #expect(status == 0)
        #expect(output.contains("announced validation"))
        #expect(output.contains("autosave failed"))
        #expect(output.contains("Note.pages"))
        // The log says which property, and no value.
        #expect(!output.contains("a secret"))
        #expect(try store.sqlite3("SELECT count(*) FROM ZNOTE") == "0")
    }
}

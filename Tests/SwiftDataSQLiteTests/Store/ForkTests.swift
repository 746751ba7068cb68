import Foundation
import TestSupport
import Testing

/// A child that `fork` has made, with the containers of its parent.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct ForkTests {
    @Test func aChildCannotUseTheContainersOfItsParent() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("t.store")
        let lines = try OpeningProcess.run("fork", path)
        #expect(
            lines == [
                "fetch forked", "save forked", "pending true", "fault  1", "open forked", "read forked",
                "open after the release forked", "child 0", "parent 2 one",
            ]
        )
        #expect(try OddFiles.sqlite3(path, "SELECT group_concat(ZNAME) FROM ZITEM") == "one,three")
        #expect(try OddFiles.sqlite3(path, "PRAGMA integrity_check") == "ok")
        #expect(try folder.contents().keys.sorted() == ["t.store"])
    }
}

#if PostgreSQL
import SwiftDataPostgres
import Testing

/// The commits that looks leave out, in each order of a save, its failure and the looks.
@Suite struct KnownCommitsTests {
    private var commits = KnownCommits(position: 10)

    @Test mutating func aLookMovesThePositionAndKeepsLaterNumbers() {
        let before = commits
        commits.willCommit(14)
        #expect(commits.endLook(since: before, found: [11, 13, 14], horizon: 12) == [14])
        #expect(commits.position == 11 && commits.numbers == [13, 14] && !commits.hasLeftOutFailure)
        #expect(commits.endLook(since: commits, found: [], horizon: 15) == [])
        #expect(commits.position == 14 && commits.numbers.isEmpty)
        #expect(commits.endLook(since: commits, found: [], horizon: 13) == [])
        #expect(commits.position == 14)
    }

    @Test mutating func aSaveThatFailsBeforeALookIsFoundByIt() {
        commits.willCommit(11)
        commits.didFail(11)
        let before = commits
        #expect(before.numbers.isEmpty && !before.hasLeftOutFailure)
        #expect(commits.endLook(since: before, found: [11], horizon: 12) == [])
        #expect(!commits.hasLeftOutFailure)
    }

    @Test mutating func aSaveThatFailsBehindALookIsReportedByTheNextOne() {
        commits.willCommit(11)
        #expect(commits.endLook(since: commits, found: [], horizon: 12) == [])
        commits.didFail(11)
        #expect(commits.hasLeftOutFailure)
        _ = commits.endLook(since: commits, found: [], horizon: 12)
        #expect(!commits.hasLeftOutFailure)
    }

    @Test mutating func aSaveThatFailsDuringALookIsReportedByTheNextOne() {
        commits.willCommit(11)
        let before = commits
        commits.didFail(11)
        _ = commits.endLook(since: before, found: [], horizon: 12)
        #expect(commits.hasLeftOutFailure)
        _ = commits.endLook(since: commits, found: [], horizon: 12)
        #expect(!commits.hasLeftOutFailure)
    }

    /// The second failure comes during the look that reports the first one.
    @Test mutating func aSecondFailureIsNotForgottenWithTheFirst() {
        commits.willCommit(11)
        commits.willCommit(12)
        _ = commits.endLook(since: commits, found: [], horizon: 13)
        commits.didFail(11)
        let before = commits
        commits.didFail(12)
        _ = commits.endLook(since: before, found: [], horizon: 13)
        #expect(commits.hasLeftOutFailure)
        _ = commits.endLook(since: commits, found: [], horizon: 13)
        #expect(!commits.hasLeftOutFailure)
    }

    /// The save is left out by no statement: the look finds it as the commit of another writer.
    @Test mutating func aSaveThatBeginsAndFailsDuringALookIsFoundByIt() {
        let before = commits
        commits.willCommit(11)
        commits.didFail(11)
        #expect(commits.endLook(since: before, found: [11], horizon: 12) == [])
        #expect(!commits.hasLeftOutFailure)
    }

    @Test mutating func anotherServerBeginsWithItsOwnNumbers() {
        commits.willCommit(12)
        _ = commits.endLook(since: commits, found: [15], horizon: 11)
        _ = commits.endLook(since: commits, found: [], horizon: 5, isAnotherServer: true)
        #expect(commits.position == 4 && commits.numbers.isEmpty)
    }
}
#endif

import SwiftDataCore
import Testing

/// The log of reads that have failed, by itself.
@Suite struct ReadLogTests {
    private func entry(_ number: Int) -> ReadLog.Entry {
        let failure = ReadFailure(
            entityName: "Dock",
            propertyName: "name",
            persistentModelID: Plain.row(Int64(number)),
            error: StoreError(.unreadable, "no", entity: "Dock")
        )
        return ReadLog.Entry(failure: failure, slot: number)
    }

    @Test func attemptsAreCountedAndTheLastErrorIsKnown() {
        var log = ReadLog()
        #expect(log.attempts == 0 && log.lastError == nil && !log.hasMarks)
        log.count(StoreError(.unreadable, "no", entity: "Dock"))
        log.count(StoreError(.locked, "later", entity: "Dock"))
        log.mark()
        #expect(log.attempts == 2 && (log.lastError as? StoreError)?.code == .locked && log.hasMarks)
    }

    @Test func eachFailureIsToldOnceAndStaysUntilItIsOver() {
        var log = ReadLog()
        for number in 0..<4 { #expect(log.keep(entry(number)) { _ in true }) }
        #expect(log.takeUnannounced().map(\.persistentModelID) == (0..<4).map { Plain.row($0) })
        #expect(log.takeUnannounced().isEmpty)
        log.tidy { $0.slot % 2 == 0 }
        #expect(log.entries.map(\.slot) == [0, 2])
    }

    @Test func beyondTheLimitFailuresAreCountedUntilOthersAreOver() {
        var log = ReadLog()
        var answers: [Bool] = []
        for number in 0..<(ReadLog.limit + 3) { answers.append(log.keep(entry(number)) { _ in true }) }
        #expect(answers.filter { $0 }.count == ReadLog.limit && answers.suffix(3) == [false, false, false])
        #expect(log.entries.count == ReadLog.limit && log.leftOut == 3)
        // All but one have been read since.
        let isKept = log.keep(entry(-1)) { $0.slot == 5 }
        #expect(isKept && log.entries.map(\.slot) == [5, -1])
        log.tidy { _ in true }
        #expect(log.leftOut == 3)
        log.tidy { _ in false }
        #expect(log.entries.isEmpty && log.leftOut == 0)
    }
}

import Foundation
import Testing

@testable import Workloads

/// All contestants of a workload do the same, at a size that takes no time.
@Suite struct WorkloadTests {
    @Test(arguments: Catalogue.workloads.map(\.number))
    func contestantsAgree(_ number: Int) throws {
        let place = try Workplace(
            FileManager.default.temporaryDirectory.appendingPathComponent("workload-tests-\(UUID().uuidString)")
        )
        defer { try? place.remove() }
        // A disagreement is thrown.
        let report = try BenchmarkRun(sizes: .tiny, place: place).run([number])
        let workload = try #require(report.workloads.first)
        #expect(workload.number == number)
        #expect(!workload.steps.isEmpty)
        for step in workload.steps {
            #expect(step.timings.allSatisfy { $0.milliseconds.count == Sizes.tiny.rounds.rounds })
            // Nobody else has readers beside a writer.
            #expect(number == 13 || step.timings.count > 1)
            for fact in step.facts where fact.name == "lost saves" { #expect(fact.value == 0) }
            for fact in step.facts where fact.name == "statements" { #expect(fact.value <= fact.reach ?? 0) }
        }
        #expect(report.markdown().contains("| \(number) | "))
    }

    @Test func theWorkloadsHaveTheirNumbers() {
        #expect(Catalogue.workloads.map(\.number) == Array(1...14) + Array(17...21))
    }

    @Test func growthIsMeasuredAtEachSize() throws {
        let place = try Workplace(
            FileManager.default.temporaryDirectory.appendingPathComponent("workload-tests-\(UUID().uuidString)")
        )
        defer { try? place.remove() }
        let rounds = RoundSettings(warmUps: 0, rounds: 1)
        let report = try GrowthRun(place: place, factors: [0.0005, 0.001, 0.002], rounds: rounds).run([2])
        #expect(report.lines.map { $0.points.map(\.rows) } == [[100, 200, 400]])
        let held = try HeldObjects.measure(500, place)
        #expect(held.map(\.objects) == [500, 500])
    }
}

@Suite struct ContestTests {
    /// Says what it is told to, and notes what it is asked.
    private final class Scripted: Contestant {
        let contender: Contender
        private let result: Int
        private let file: Int
        private(set) var calls: [String] = []

        init(_ name: String, result: Int = 1, file: Int = 1) {
            contender = Contender(name: name)
            self.result = result
            self.file = file
        }

        func prepare() { calls.append("prepare") }
        func run() -> Int {
            calls.append("run")
            return result
        }
        func check() -> Int {
            calls.append("check")
            return file
        }
        func close() { calls.append("close") }
    }

    @Test func aContestantThatReadsSomethingElseIsFoundOut() {
        let contest = Contest("c", rows: 1, goals: [], [Scripted("a"), Scripted("b", result: 2)])
        #expect(throws: Disagreement.self) { try contest.measure(RoundSettings(warmUps: 0, rounds: 1)) }
    }

    @Test func aContestantThatLeavesSomethingElseIsFoundOut() {
        let contest = Contest("c", rows: 1, goals: [], [Scripted("a"), Scripted("b", file: 2)])
        #expect(throws: Disagreement.self) { try contest.measure(RoundSettings(warmUps: 0, rounds: 1)) }
    }

    @Test func warmUpsDoNotCount() throws {
        let contestant = Scripted("a")
        let contest = Contest("c", rows: 1, goals: [], [contestant])
        let result = try contest.measure(RoundSettings(warmUps: 2, rounds: 3))
        #expect(result.timings.map(\.milliseconds.count) == [3])
        #expect(contestant.calls.filter { $0 == "run" }.count == 5)
        #expect(contestant.calls.last == "close")
    }
}

@Suite struct ResultTests {
    private var step: StepResult {
        var step = StepResult(
            name: "s",
            rows: 10,
            goals: [.ratio(to: .raw, atMost: 2), .ratio(to: .raw, below: 2), .milliseconds(below: 7)]
        )
        step.timings = [
            Timing(contender: .ours, milliseconds: [2, 6, 8]), Timing(contender: .raw, milliseconds: [1, 3, 16]),
        ]
        return step
    }

    @Test func theRatioIsTheMedianOfTheRounds() throws {
        let ratio = try #require(step.ratio(to: .raw))
        #expect(ratio.median == 2)
        #expect(ratio.least == 0.5)
        #expect(ratio.most == 2)
        #expect(step.ratio(to: .codable) == nil)
    }

    @Test func goalsAreMetOrMissed() throws {
        let verdicts = try step.goals.map { goal in goal.isMet(by: try #require(step.value(of: goal))) }
        #expect(verdicts == [true, false, true])
        #expect(step.value(of: .peak(megabytes: 1)) == nil)
    }

    @Test func theMedianOfAnEvenNumberIsBetween() {
        #expect([4.0, 1, 3, 2].median == 2.5)
        #expect([Double]().median.isNaN)
    }

    @Test func theMemoryOfThisProcessIsKnown() throws {
        #expect(try MemoryUse.kilobytes("VmHWM") >= MemoryUse.kilobytes("VmRSS") / 2)
        #expect(throws: Disagreement.self) { try MemoryUse.kilobytes("VmNothing") }
    }
}

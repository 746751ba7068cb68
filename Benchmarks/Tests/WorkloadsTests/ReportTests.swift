import Foundation
import Testing

@testable import Workloads

@Suite struct RoundTests {
    @Test func shortRoundsAreDoneMoreOften() {
        var settings = RoundSettings(warmUps: 1, rounds: 3, most: 5)
        settings.brief = 1
        #expect(settings.goesOn([[100, 100, 100], [1, 1, 1]]))
        #expect(!settings.goesOn([[100, 100, 100, 100, 100]]))
        #expect(!settings.goesOn([[400, 400, 400], [1, 1, 1]]))
        #expect(settings.goesOn([[4_000, 4_000]]))
        #expect(!RoundSettings(warmUps: 0, rounds: 2).goesOn([[1, 1]]))
    }

    @Test func whoeverTakesLongIsLeftOutAfterThreeRounds() {
        let settings = RoundSettings(warmUps: 1, rounds: 5)
        #expect(!settings.isEnough([15_000, 15_000]))
        #expect(settings.isEnough([7_000, 7_000, 7_000]))
        #expect(!settings.isEnough([1, 1, 1, 1]))
    }
}

@Suite struct ReportTests {
    private func point(_ rows: Int, _ wall: Double, processor: Double, raw: Double) -> GrowthReport.Point {
        GrowthReport.Point(
            rows: rows,
            microsecondsPerRow: wall,
            processorMicrosecondsPerRow: processor,
            rawMicrosecondsPerRow: raw
        )
    }

    private func report() throws -> BenchmarkReport {
        var report = BenchmarkReport(sizes: .tiny)
        var step = StepResult(name: "s", rows: 10, goals: [.ratio(to: .records, atMost: 2), .peak(megabytes: 9)])
        step.timings = [
            Timing(contender: .ours, milliseconds: [2, 6, 8]), Timing(contender: .records, milliseconds: [1, 2, 1]),
        ]
        step.facts = [Fact("statements", 2, reach: 2), Fact("saves", 7)]
        let workload = try #require(Catalogue.workloads.first)
        report.workloads = [WorkloadResult(workload, steps: [step])]
        var growth = GrowthReport()
        growth.lines = [
            GrowthReport.Line(
                workload: 1,
                step: "s",
                points: [
                    point(1, 4, processor: 4, raw: 1),
                    point(9, 5, processor: 8, raw: 3),
                ]
            )
        ]
        report.growth = growth
        let builds = """
            {"date": "", "machine": "", "models": 100, "builds": [{"kind": "debug", "seconds": {
                "@Observable": [[2, 4], [2, 4]], "@Model, release plugin": [[3, 2], [1, 2]],
                "@Model, debug plugin": [[4, 8], [4, 8]]}}]}
            """
        report.builds = try BuildReport(json: Data(builds.utf8))
        return report
    }

    @Test func everyTargetIsMetOrMissedOrNotMeasured() throws {
        let targets = try report().targets
        // 4 of 1, then 5 of 3: SQLite grows more.
        #expect(targets.map(\.isMet) == [false, nil, true, true, true])
        #expect(targets.map(\.measured) == [3, nil, 2, 1, 1])
        #expect(targets[3].byProcessorTime == 0.5)
    }

    @Test func growthIsComparedWithThatOfSQLite() {
        var line = GrowthReport.Line(workload: 1, step: "s")
        // Ours costs 4, 2 and 3 times SQLite's: 1.5 from the second size to the third, and never 4 to 3.
        line.points = [
            point(1, 4, processor: 4, raw: 1), point(9, 6, processor: 6, raw: 3), point(81, 12, processor: 12, raw: 4),
        ]
        #expect(line.beyondSQLite == 1.5 && line.spread == 3 && line.rawSpread == 4)
        line.points[1].rawMicrosecondsPerRow = nil
        #expect(line.beyondSQLite == nil && line.growth == 3)
    }

    @Test func whatIsWrittenForProgramsCanBeReadAgain() throws {
        let report = try report()
        #expect(try BenchmarkReport(json: Data(report.json().utf8)) == report)
    }

    @Test func oneTableSaysEverything() throws {
        let text = try report().markdown()
        #expect(text.contains("| 1 | s | ÷ GRDB, hand-written | 3.00 (2.00–8.00) | ≤ 2.00 | **missed** |"))
        #expect(text.contains("| 1 | s | peak memory | not measured | ≤ 9 MB |  |"))
        #expect(text.contains("| 1 | s | statements | 2 | ≤ 2 | met |"))
        #expect(text.contains("| 1 | s | saves | 7 |"))
        #expect(
            text.contains(
                "| 15 | clean debug build of 100 models | ÷ @Observable | 1.00 (0.50–1.50) | ≤ 1.00 | met | 0.50 |"
            )
        )
        #expect(
            text.contains(
                "| 15 | clean debug build of 100 models | @Model, debug plugin | 4.00 s, 2.00 of @Observable |"
            )
        )
        #expect(text.contains("| 1 | s | a row at 2 sizes, growth ÷ SQLite's | 1.00 | ≤ 1.20 | met |  |"))
        #expect(text.contains("| 1 | s | 1: 4.000 µs; 9: 5.000 µs | 1.25 | 3.00 | 1.00 | ≤ 1.2 | met |"))
    }

    @Test func theShortTableHasALineForEachStep() throws {
        let lines = try report().summary().split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("| 1 |") })
        #expect(line.contains("| 3.00 |  | ≤ 2.00 of GRDB; ≤ 9 MB peak memory; ≤ 2 statements | **missed**;"))
        #expect(lines.contains { $0.hasPrefix("| 15 | clean debug build") && $0.hasSuffix("| 1.00 met |") })
        #expect(lines.last?.contains("in 1 of 1 steps") == true)
    }
}

@Suite struct InstructionTests {
    private func line(_ workload: Int, _ instructions: Double) -> InstructionReport.Line {
        InstructionReport.Line(
            workload: workload,
            step: 0,
            name: "s",
            contender: "OpenSwiftData",
            instructionsPerRow: instructions
        )
    }

    @Test func moreThanTheLimitIsFoundOut() throws {
        var (limits, report) = (InstructionReport(), InstructionReport())
        limits.lines = [line(1, 100), line(2, 100)]
        report.lines = [line(1, 109), line(2, 111)]
        let complaint = try #require(report.complaints(limits).first)
        #expect(report.complaints(limits).count == 1)
        #expect(complaint.contains("2. s: OpenSwiftData takes 111 instructions for each row, 11.0 % more than the 100"))
        #expect(report.markdown(limits).contains("| 2 | s | OpenSwiftData | 111 | 110 | **exceeded** |"))
    }

    @Test func whatHasNoLimitIsFoundOut() {
        var (limits, report) = (InstructionReport(), InstructionReport())
        limits.lines = [line(1, 100)]
        report.lines = [line(1, 100), line(3, 1_000)]
        #expect(
            report.complaints(limits) == ["3. s: OpenSwiftData takes 1000 instructions for each row, and has no limit."]
        )
    }

    @Test func eachUsualWorkloadIsThere() throws {
        let numbers = Catalogue.counted.map(\.number)
        #expect(Set(InstructionRun.usual).isSubset(of: numbers))
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func whatIsThereOnceCancels() throws {
        let place = try Workplace(
            FileManager.default.temporaryDirectory.appendingPathComponent("workload-tests-\(UUID().uuidString)")
        )
        defer { try? place.remove() }
        let run = InstructionRun(place: place) { _, sizes in (7_000 + 30 * Double(sizes.fetched), sizes.fetched) }
        let report = try run.run([2, 16], isAlone: true)
        #expect(report.lines.map(\.workload) == [2, 16])
        #expect(report.lines.map(\.instructionsPerRow) == [30, 30])
    }

    @Test func newLimitsReplaceThoseThatWereCounted() throws {
        var (old, new) = (InstructionReport(), InstructionReport())
        old.lines = [line(1, 100), line(2, 100)]
        new.lines = [line(2, 50)]
        let text = try new.limits(insteadOf: old)
        let all = try JSONDecoder().decode(InstructionReport.self, from: Data(text.utf8))
        #expect(all.lines == [line(1, 100), line(2, 50)])
    }
}

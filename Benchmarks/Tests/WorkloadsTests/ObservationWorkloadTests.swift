import Foundation
import Testing
import Workloads

/// The workloads do what they say, at a size that takes no time.
@Suite struct ObservationWorkloadTests {
    @Test func nothingIsFetchedWhateverChanges() throws {
        let report = try ObservationWorkload(observers: 10, objects: 40, results: 10).run()
        #expect(report.rows.count == 8)
        let fetches = try #require(report.columns.firstIndex(of: "fetches"))
        let patches = try #require(report.columns.firstIndex(of: "patches"))
        #expect(report.rows.allSatisfy { $0.values[fetches] == .count(0) })
        #expect(report.rows.prefix(2).allSatisfy { $0.values[patches] == .count(0) })
        #expect(report.rows[2].values[patches] == .count(10))
    }

    @Test func aReportIsATableAndJSON() throws {
        var report = Report(workload: "w", columns: ["time", "fetches"])
        report.rows.append(Report.Row(name: "a", values: [.milliseconds(1.25), .count(3)]))
        #expect(report.markdown() == "| w | time | fetches |\n|---|---|---|\n| a | 1.2 ms | 3 |")
        #expect(try JSONDecoder().decode(Report.self, from: Data(report.json().utf8)) == report)
    }
}

@Suite struct ScaleWorkloadTests {
    @Test func eachStepIsMeasuredAtEachSize() throws {
        let report = try ScaleWorkload(factor: 0.02, rounds: 1).run()
        #expect(report.columns == ["20", "80", "320"])
        #expect(report.rows.count == 9)
        #expect(report.rows.allSatisfy { $0.values.count == 3 })
    }
}

import Foundation
import TestSupport
import Testing

/// The library's allocations for an object, and the number of statements that SQLite compiles: as `CountingProgram`
/// counts them in a process of its own, with the limits beside it in `Limits+Debug.swift`.
@Suite struct AllocationTests {
    private struct Line: Decodable {
        var title: String
        var work: String
        var allocations: Double
        var bytes: Double
        var mostAllocations: Double?
        var mostBytes: Double?
        var firstPreparations: Int
        var laterPreparations: Int
        var mostPreparations: Int?
    }

    private struct Measurements: Decodable {
        var isCounted: Bool
        var lines: [Line]
    }

    private static let measurements = Result { () throws -> Measurements in
        let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let file = folder.appendingPathComponent("CountingProgram")
        try #require(FileManager.default.isExecutableFile(atPath: file.path), "CountingProgram was not built")
        let (output, status) = try ChildProcess.run(file.path, ["--json"])
        try #require(status == 0)
        return try JSONDecoder().decode(Measurements.self, from: Data(output.utf8))
    }

    /// Nil where calls cannot be counted: they are with glibc, and without a sanitizer.
    private func lines() throws -> [Line]? {
        let measurements = try Self.measurements.get()
        return measurements.isCounted ? measurements.lines : nil
    }

    private static var isCounted: Bool { (try? measurements.get().isCounted) != false }

    @Test(.enabled(if: isCounted, "Allocations are counted with glibc, and without a sanitizer."))
    func noWorkAllocatesMoreThanItsLimits() throws {
        let lines = try #require(try lines())
        try #require(lines.count == 12)
        for line in lines {
            let allocations = try #require(line.mostAllocations, "\(line.title) has no limit")
            let bytes = try #require(line.mostBytes, "\(line.title) has no limit")
            #expect(line.allocations <= allocations, "\(line.title): \(line.allocations) allocations")
            #expect(line.bytes <= bytes, "\(line.title): \(line.bytes) bytes")
        }
    }

    @Test(.enabled(if: isCounted, "Allocations are counted with glibc, and without a sanitizer."))
    func readingAnAttributeThatIsThereAllocatesNothing() throws {
        let reading = try #require(try lines()?.first { $0.work == "readingAgain" })
        #expect(reading.allocations == 0)
        #expect(reading.bytes == 0)
    }

    @Test(.enabled(if: isCounted, "Allocations are counted with glibc, and without a sanitizer."))
    func whatWasDoneBeforeIsCompiledNoFurtherTime() throws {
        let lines = try #require(try lines())
        for line in lines {
            let most = try #require(line.mostPreparations)
            #expect(line.laterPreparations <= most, "\(line.title): \(line.laterPreparations)")
        }
        let reading = ["fetching", "readingFetched", "findingByIdentifier", "readingFaults"]
        for line in lines where reading.contains(line.work) { #expect(line.laterPreparations == 0, "\(line.title)") }
        // So that nobody counts nothing.
        #expect(lines.contains { $0.firstPreparations > 0 })
    }
}

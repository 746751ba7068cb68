import SwiftData
import Testing
import TripsKit

@Suite struct DemoTests {
    @Test func aSecondRunFindsTheFirstOnesDataAndAddsNothing() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("trips.store")
        let zones = folder.appendingPathComponent("no such table")

        try Demo(storeAt: file, zones: zones) { _ in }.run()
        let first = try TripBook(storeAt: file).counts()
        var lines: [String] = []
        try Demo(storeAt: file, zones: zones) { lines.append($0) }.run()

        #expect(first.trips == 5)
        #expect(lines.contains("    \(first)"))
        #expect(try TripBook(storeAt: file).counts() == first)
    }
}

import SwiftData
import Testing
import TripsKit

@Suite struct DemoTests {
    @Test(arguments: ["trips.store", "trips.json"])
    func aSecondRunFindsTheFirstOnesDataAndAddsNothing(name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TripStore(folder.appendingPathComponent(name).path)
        let zones = folder.appendingPathComponent("no such table")

        try Demo(store, zones: zones) { _ in }.run()
        let first = try TripBook(store).counts()
        var lines: [String] = []
        try Demo(store, zones: zones) { lines.append($0) }.run()

        #expect(first.trips == 5)
        #expect(lines.contains("    \(first)"))
        #expect(lines.contains("The file begins") == (name == "trips.json"))
        #expect(try TripBook(store).counts() == first)
    }
}

import Foundation
import Testing

/// The program as people run it: several processes on one store.
@Suite struct ProgramTests {
    private let folder: URL
    private let store: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = folder.appendingPathComponent("trips.store").path
    }

    /// Begins a command; one that does not end by itself is ended after a minute.
    private func begin(_ arguments: [String], redirecting: String = "") throws -> UnsafeMutablePointer<FILE> {
        let program = try #require(Bundle.main.executableURL).deletingLastPathComponent().appendingPathComponent(
            "trips"
        )
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "trips was not built")
        let words = ["timeout", "60", program.path] + arguments
        let command = words.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }.joined(separator: " ")
        return try #require(popen(command + redirecting, "r"))
    }

    /// The next line without its end, or nil after the last.
    private func line(_ stream: UnsafeMutablePointer<FILE>) -> String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        guard fgets(&buffer, Int32(buffer.count), stream) != nil else { return nil }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(String(decoding: bytes, as: UTF8.self).dropLast())
    }

    private func run(_ arguments: String...) throws -> [String] {
        let stream = try begin(arguments + ["--store", store])
        var lines: [String] = []
        while let next = line(stream) { lines.append(next) }
        #expect(pclose(stream) == 0)
        return lines
    }

    private func add(_ name: String, as person: String) throws {
        _ = try run(
            "add",
            name,
            "--destination",
            "Oslo",
            "--from",
            "2027-05-01",
            "--to",
            "2027-05-02",
            "--as",
            person
        )
    }

    @Test func watchListsTheTripsAgainWhenAnotherProcessChangesThem() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try add("Away", as: "anna")
        let away = "2027-05-01 – 2027-05-02  Away, Oslo"
        let watch = try begin(["watch", "--times", "3", "--store", store])
        #expect(line(watch) == away)
        #expect(line(watch) == "")
        try add("Home", as: "ben")
        #expect(line(watch) == away)
        #expect(line(watch) == "2027-05-01 – 2027-05-02  Home, Oslo")
        #expect(line(watch) == "")
        _ = try run("plan", "Away", "Swim", "--done", "--as", "ben")
        #expect(line(watch) == away + "  [1/1 done]")
        #expect(line(watch) == "2027-05-01 – 2027-05-02  Home, Oslo")
        #expect(line(watch) == "")
        #expect(line(watch) == nil)
        #expect(pclose(watch) == 0)
    }

    @Test func changesAndUnreadMarksAreThoseOfThePersonWhoAsks() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("list", "--as", "anna") == ["No trips."])
        try add("Away", as: "ben")
        #expect(try run("list", "--as", "anna") == ["2027-05-01 – 2027-05-02  Away, Oslo  ● unread"])
        #expect(try run("list", "--as", "ben") == ["2027-05-01 – 2027-05-02  Away, Oslo"])
        _ = try run("show", "Away", "--as", "anna")
        #expect(try run("list", "--as", "anna") == ["2027-05-01 – 2027-05-02  Away, Oslo"])
        _ = try run("delete", "Away", "--as", "ben")
        let changes = try run("changes", "--as", "anna").map { $0.dropFirst("2027-01-01 00:00:00  ".count) }
        #expect(changes == ["ben added Away, Oslo, from 2027-05-01", "ben deleted Away, Oslo, from 2027-05-01"])
        #expect(try run("changes", "--as", "anna") == ["Nothing has happened."])
        #expect(try run("changes", "--all", "--as", "anna").count == 2)
    }

    @Test func syncTellsTheEffectsAndTheReasonOfAFailure() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let shared = folder.appendingPathComponent("shared")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
        let other = folder.appendingPathComponent("other.store").path
        /// The lines of a sync, errors included, and its exit status.
        func sync(_ arguments: String...) throws -> (lines: [String], status: Int32) {
            let stream = try begin(["sync", "--folder", shared.path] + arguments, redirecting: " 2>&1")
            var lines: [String] = []
            while let next = line(stream) { lines.append(next) }
            return (lines, pclose(stream))
        }
        try add("Away", as: "anna")
        #expect(try sync("--store", store) == (["Fetched: nothing new", "Sent: 1 change set"], 0))
        #expect(
            try sync("--store", other)
                == (["Fetched: 1 inserted, 0 updated, 0 deleted, 0 joined, 0 held", "Sent: nothing new"], 0)
        )
        _ = try run("delete", "Away")
        #expect(try sync("--store", store, "--send-only") == (["Sent: 1 change set"], 0))
        #expect(
            try sync("--store", other, "--fetch-only")
                == (["Fetched: 0 inserted, 0 updated, 1 deleted, 0 joined, 0 held"], 0)
        )
        // All is gone by now: a trip that is deleted on one device does not come to another one.
        let json = try sync("--store", folder.appendingPathComponent("trips.json").path)
        #expect(json == (["Fetched: nothing new", "Sent: nothing new"], 0))
        try FileManager.default.removeItem(at: shared)
        let missing = try sync("--store", store)
        #expect(missing.status != 0 && missing.lines.count == 1)
        #expect(missing.lines.first?.hasPrefix("Error: The folder “shared” is not there.") == true)
        #expect(try run("list") == ["No trips."])
    }
}

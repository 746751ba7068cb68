#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import TestSupport
import Testing

/// Processes that write to one server, and are killed.
@Suite struct ProcessTests {
    private struct Ended: Error { let output: String }

    /// The program of Tests/PostgresProgram.
    private static func program(_ arguments: [String]) throws -> (Process, Pipe) {
        let process = Process()
        let folder = try #require(ProgramFolder.url)
        process.executableURL = folder.appending(path: "PostgresProgram")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return (process, pipe)
    }

    private static func output(_ arguments: [String]) throws -> String {
        let (process, pipe) = try program(arguments)
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Ended(output: text) }
        return text
    }

    @Test(.timeLimit(.minutes(30))) func aProcessThatIsKilledInSavesLosesNothingThatWasAcknowledged() throws {
        try Self.killProcesses(rounds: Trials.count(5))
    }

    static func killProcesses(rounds: Int) throws {
        let namespace = try TemporaryNamespace()
        let folder = FileManager.default.temporaryDirectory.appending(path: namespace.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = ["--url", namespace.url, "--namespace", namespace.name]
        var logs: [String] = []
        for round in 1...rounds {
            let log = folder.appending(path: "\(round)").path
            let avoided = ["--avoided", "\(TestServer.avoided.rawValue)"]
            let (process, _) = try Self.program(
                ["write"] + database + avoided + ["--log", log, "--run", "r\(round)", "--seconds", "30"]
            )
            // The first round makes the tables, and may be killed in that.
            Thread.sleep(forTimeInterval: round == 1 ? 0.25 : 0.8 + Double(round % 7) / 10)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if FileManager.default.fileExists(atPath: log) { logs.append(log) }
        }
        let summary = try Self.output(["check", "--killed"] + database + logs)
        #expect(summary.contains("\"lost\":0") && summary.contains("\"duplicates\":0"))
        #expect(!summary.contains("\"acknowledged\":0,"))
        print("• processes that were killed: \(summary.trimmingCharacters(in: .newlines))")
    }

    @Test(.timeLimit(.minutes(15))) func twoProcessesWithEightWritersLoseNoUpdate() throws {
        try Self.countInTwoProcesses(seconds: Double(3 * Trials.count(1)))
    }

    static func countInTwoProcesses(seconds: Double) throws {
        let namespace = try TemporaryNamespace()
        let database = ["--url", namespace.url, "--namespace", namespace.name]
        // The tables, with one number. Processes keep to what these were made without.
        _ = try Self.output(["count"] + database + ["--seconds", "0", "--avoided", "\(TestServer.avoided.rawValue)"])
        _ = try namespace.psql("INSERT INTO tally (name, value) VALUES ('one', 0)")
        let both = try (0..<2).map { _ in
            try Self.program(["count"] + database + ["--writers", "4", "--seconds", "\(seconds)"])
        }
        let outputs = both.map { process, pipe in
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }
        let counts = outputs.map { Int($0.split(separator: "\n").first ?? "") ?? -1 }
        #expect(outputs.allSatisfy { !$0.contains("failed:") }, "\(outputs)")
        #expect(counts.allSatisfy { $0 > 0 })
        #expect(try namespace.psql("SELECT value FROM tally") == String(counts.reduce(0, +)))
        print("• two processes with four writers each: \(counts) updates, none lost")
    }

    /// A server that answers slowly must not stand in the way of tasks that do not ask it.
    @Test(.timeLimit(.minutes(15))) func aTaskTicksWhileRequestsWaitForAPoolOfFour() async throws {
        let namespace = try TemporaryNamespace()
        var configuration = namespace.configuration()
        configuration.maximumConnections = 4
        configuration.connectionWaitLimit = 60
        let container = try ModelContainer(for: Parcel.self, Courier.self, configurations: configuration)
        let context = ModelContext(container)
        for number in 0..<300 { context.insert(Parcel(label: "\(number)")) }
        try context.save()
        let isDone = Locked(false)
        async let lateness: Duration = {
            var worst = Duration.zero
            while !isDone.withLock({ $0 }) {
                let wanted = ContinuousClock.now + .milliseconds(5)
                try? await Task.sleep(until: wanted)
                worst = max(worst, ContinuousClock.now - wanted)
            }
            return worst
        }()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await container.read { context in try context.fetch(FetchDescriptor<Parcel>()).count }
                }
            }
            for try await count in group { #expect(count == 300) }
        }
        isDone.withLock { $0 = true }
        let worst = await lateness
        // A request that kept a thread of the pool of tasks would keep it for seconds. What a busy machine adds is far below.
        #expect(worst < .milliseconds(500))
        print("• 200 requests over 4 connections: a ticking task was late by \(worst / .milliseconds(1)) ms at most")
    }
}
#endif

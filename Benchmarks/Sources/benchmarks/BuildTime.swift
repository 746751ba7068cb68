import ArgumentParser
import Foundation
import Workloads

/// Workload 15, which is a program of its own.
enum BuildTime {
    static func measure(models: Int, rounds: Int) throws -> BuildReport {
        let folder = try PackageFolder.find()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("builds-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = folder.appendingPathComponent("BuildTime/measure")
        process.arguments = ["--models", "\(models)", "--rounds", "\(rounds)", "--json", file.path]
        // What it prints stands in the report.
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ValidationError("BuildTime/measure failed.") }
        return try BuildReport(json: Data(contentsOf: file))
    }
}

import Foundation
import GRDBSQLite

/// The machine of the measurements.
public struct Machine: Codable, Sendable, Equatable {
    public var processor: String
    public var cores: Int
    public var memoryGigabytes: Int
    public var system: String
    public var sqlite: String

    public static func current() -> Machine {
        let process = ProcessInfo.processInfo
        return Machine(
            processor: processorName() ?? "unknown processor",
            cores: process.activeProcessorCount,
            memoryGigabytes: Int((Double(process.physicalMemory) / 1_073_741_824).rounded()),
            system: process.operatingSystemVersionString,
            sqlite: String(cString: sqlite3_libversion())
        )
    }

    public var text: String {
        "\(cores) cores of \(processor), \(memoryGigabytes) GB, \(system), SQLite \(sqlite)"
    }

    private static func processorName() -> String? {
        guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// True if this program was optimised. The times of a program that is not say nothing.
    public static var isOptimized: Bool {
        var isChecked = false
        // The condition of an assertion is not evaluated in an optimised build.
        assert(
            {
                isChecked = true
                return true
            }()
        )
        return !isChecked
    }
}

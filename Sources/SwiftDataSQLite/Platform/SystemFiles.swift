package import Foundation

/// The calls of the system: the calls of POSIX (`SystemFiles+POSIX.swift`), elsewhere Foundation's counterparts
/// (`SystemFiles+Portable.swift`).
package struct SystemFiles: FileCalls {
    package init() {}

    package func removeTree(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    package func contents(of path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    package func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    package func lock(_ path: String) throws -> NoteLock? { try NoteLock(path) }
}

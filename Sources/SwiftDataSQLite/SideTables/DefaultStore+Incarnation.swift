import Foundation
package import SwiftDataCore

extension DefaultStore {
    package func incarnation() throws -> StoreIncarnation {
        let known = try connection.read { try IncarnationTable.identity($0) }
        let identity = try known ?? writeIncarnation()
        return StoreIncarnation(identity: identity, fileNumber: connection.path.flatMap { FileStatus($0)?.number })
    }

    private func writeIncarnation() throws -> UUID {
        try connection.write { runner in
            // Another process may have been faster.
            if let known = try IncarnationTable.identity(runner) { return known }
            let identity = UUID()
            try IncarnationTable.write(identity, runner)
            if file.isWrittenByLibrary { try QuietCommits.note(runner) }
            return identity
        }
    }
}

/// The table with the identity of a database among copies of it: one row, or none in a copy that a backup has made.
package enum IncarnationTable {
    private static let name = SideTableName.prefix + "INCARNATION"

    static func identity(_ runner: SQLRunner) throws -> UUID? {
        guard try exists(runner) else { return nil }
        var identity: UUID?
        try runner.query("SELECT IDENTITY FROM \(name) LIMIT 1") { identity = UUID(uuidString: $0.text(0)) }
        return identity
    }

    static func write(_ identity: UUID, _ runner: SQLRunner) throws {
        try runner.run("CREATE TABLE IF NOT EXISTS \(name) (IDENTITY TEXT NOT NULL)")
        try clear(runner)
        try runner.run("INSERT INTO \(name) (IDENTITY) VALUES (?)") { $0.text(identity.uuidString) }
    }

    /// Takes the identity out of a copy, which gets one of its own when it is asked for it.
    package static func clear(_ runner: SQLRunner) throws {
        guard try exists(runner) else { return }
        try runner.run("DELETE FROM \(name)")
    }

    private static func exists(_ runner: SQLRunner) throws -> Bool {
        try runner.integer("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(name)'") != nil
    }
}

import SwiftDataCore

/// The side tables of a file.
enum SideTableNames {
    /// The names of all side tables, in order.
    static func all(_ runner: SQLRunner) throws -> [String] {
        try runner.strings(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '\(SideTableName.prefix)*' ORDER BY name"
        )
    }
}

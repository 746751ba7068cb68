import Foundation
import MigrationScenarios
import SwiftDataSQLite

/// A migration as a script: one commit.
struct Migration: Sendable {
    let scenario: KillScenario

    func fill(_ folder: URL) throws { try scenario.fill(folder.appendingPathComponent("shelf.store")) }

    func run(_ folder: URL) throws { _ = try scenario.migrate(folder.appendingPathComponent("shelf.store")) }
}

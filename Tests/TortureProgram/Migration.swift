import Foundation
import ClientModels
import SwiftDataSQLite

/// Opening an old store.
struct Migration: Whole {
    let scenario: KillScenario
    let files = ["shelf.store"]

    func fill(_ folder: URL) throws { try scenario.fill(folder.appendingPathComponent(files[0])) }

    func run(_ folder: URL) throws {
        // A lock that stays is not waited for until somebody has migrated the store.
        _ = try scenario.migrate(folder.appendingPathComponent(files[0]), wait: 0.2)
    }
}

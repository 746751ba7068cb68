import Foundation
import MigrationScenarios
import SwiftData

/// What is tried, with a fault or a cut at each of its calls.
struct Script: Sendable {
    let name: String
    /// How many stores there are.
    var storeCount = 1
    /// What is in the stores before.
    var template: [Step] = []
    var steps: [Step] = []
    /// In place of the steps: opening an old store.
    var migration: Migration?

    /// The files of the stores.
    var files: [String] {
        if migration != nil { return ["shelf.store"] }
        return ["box.store", "entry.store"].prefix(storeCount).map { $0 }
    }

    static let all: [Script] = [
        Script(name: "create", steps: Step.fill),
        Script(name: "open", template: Step.fill),
        Script(name: "insert", template: Step.fill, steps: Step.insert),
        Script(name: "update", template: Step.fill, steps: Step.update),
        Script(name: "order", template: Step.fill, steps: Step.order),
        Script(name: "upsert", template: Step.fill, steps: Step.upsert),
        Script(name: "links", template: Step.fill, steps: Step.links),
        Script(name: "delete", template: Step.fill, steps: Step.delete),
        Script(name: "batch", template: Step.fill, steps: Step.batch),
        Script(name: "fetch", template: Step.fill, steps: Step.fetch),
        Script(name: "several", storeCount: 2, template: Step.fill, steps: Step.several),
        Script(name: "deleteHistory", template: Step.fill, steps: Step.deleteHistory),
        Script(name: "erase", template: Step.fill, steps: Step.erase),
        Script(name: "bulk", template: Step.fill, steps: Step.bulk),
        Script(name: "migrateInferred", migration: Migration(scenario: .inferred)),
        Script(name: "migrateLight", migration: Migration(scenario: .lightweight)),
        Script(name: "migrateCustom", migration: Migration(scenario: .custom)),
    ]
}

import Foundation
import ClientModels
import SwiftData

/// The work that is tried, with a fault or a cut at each of its calls.
struct Script: Sendable {
    let name: String
    /// The number of stores.
    var storeCount = 1
    /// The content of the stores before.
    var template: [Step] = []
    var steps: [Step] = []
    /// In place of the steps.
    var whole: (any Whole)?
    /// True if the power is cut, too. Work that makes a new file under its final name at once promises nothing for that
    /// case.
    var isCut = true
    /// True if the calls that fail are those of the system, and not those of SQLite and of the library's files.
    var isOfSystem = false

    /// The files of the stores.
    var files: [String] { whole?.files ?? ["box.store", "entry.store"].prefix(storeCount).map { $0 } }

    private static func whole(_ name: String, _ whole: any Whole) -> Script { Script(name: name, whole: whole) }

    private static func tool(_ name: String, _ tool: Tool) -> Script {
        Script(name: name, whole: tool, isCut: false)
    }

    static let all: [Script] =
        [
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
            whole("migrateInferred", Migration(scenario: .inferred)),
            whole("migrateLight", Migration(scenario: .lightweight)),
            whole("migrateCustom", Migration(scenario: .custom)),
            whole("backup", Backup()),
            whole("restore", Restore(place: .store)),
            whole("restoreMissing", Restore(place: .nothing)),
            whole("restoreDamaged", Restore(place: .garbage)),
            Script(name: "json", whole: JSONSaves(), isCut: false, isOfSystem: true),
        ] + Tool.all.map { tool($0.name, $0) }
}

import GRDB
import SwiftDataCore
import SwiftDataSQL

/// The views and triggers of a file, which are taken away while its tables change: a trigger must not take moved rows
/// for new ones, and SQLite renames nothing while a view cannot be read.
struct SavedObjects {
    private let probe: ObjectProbe
    /// The objects in the order in which they were made.
    private var objects: [SavedObject] = []

    /// Core Data's triggers of derived attributes. The model that is written marks no attribute as derived.
    private static let derivedPrefix = "Z_DA_"

    init(_ runner: SQLRunner) throws {
        probe = ObjectProbe(runner: runner)
        var found: [SavedObject] = []
        try runner.query(
            "SELECT name, sql, tbl_name, type FROM sqlite_master WHERE type IN ('view', 'trigger') AND sql IS NOT NULL "
                + "ORDER BY rowid"
        ) { row in
            found.append(
                SavedObject(name: row.text(0), sql: row.text(1), table: row.text(2), isView: row.text(3) == "view")
            )
        }
        for object in found where !object.name.hasPrefix(Self.derivedPrefix) {
            var object = object
            object.failures = try probe.failures(object)
            objects.append(object)
        }
        // A trigger may be one of a view.
        for object in found where !object.isView { try runner.run(object.drop) }
        for object in found where object.isView { try runner.run(object.drop) }
    }

    /// Makes them again, word by word. A trigger that names a removed table or column is removed too: a trigger that
    /// cannot be run would stop every save.
    /// - Throws: An error of the file, of the disk, or of a lock, which does not concern the trigger.
    func restore() throws {
        var views = try objects.filter { try $0.isView && make($0) }
        // A view may need another one.
        while let index = try views.firstIndex(where: { try !probe.failures($0).isSubset(of: $0.failures) }) {
            try removeAgain(views.remove(at: index), known: [])
        }
        for trigger in objects where !trigger.isView {
            let before = try probe.failures(trigger).union(trigger.failures)
            if try make(trigger), try !probe.failures(trigger).isSubset(of: before) {
                try removeAgain(trigger, known: before)
            }
        }
    }

    private func make(_ object: SavedObject) throws -> Bool {
        do {
            try probe.runner.run(object.sql)
            return true
        } catch let error as DatabaseError where error.isOfMeaning {
            log.notice("\(object.name) was removed from the store with its table or columns: \(error)")
            return false
        }
    }

    private func removeAgain(_ object: SavedObject, known: Set<String>) throws {
        let reasons = try probe.failures(object).subtracting(object.failures).subtracting(known).sorted()
        log.notice(
            "\(object.name) was removed from the store, because the migration removed parts that it needs: "
                + reasons.joined(separator: "; ")
        )
        try probe.runner.run(object.drop)
    }
}

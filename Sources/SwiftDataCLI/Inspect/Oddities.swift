import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The peculiarities of a store that concern its new owner.
struct Oddities {
    let found: [String]

    init(_ description: StoreDescription, log: WriteAheadLog?, path: String) {
        var found: [String] = []
        if let failure = description.modelFailure { found.append("The model cache cannot be used: \(failure.message)") }
        let cloud = description.tables.keys.filter { $0.hasPrefix("ANSCK") }.count
        if cloud > 0 {
            found.append(
                Plural.text(Int64(cloud), "table")
                    + " of CloudKit: a program that edits the store must write its history too."
            )
        }
        if !description.hasHistory {
            found.append("No history: other processes cannot learn what changed.")
        }
        let derived = description.triggers.filter { $0.hasPrefix("Z_DA_") }.count
        if derived > 0 {
            found.append(
                Plural.text(Int64(derived), "trigger") + " of derived attributes, which call functions of Core Data."
            )
        }
        let triggers = description.triggers.filter { !$0.hasPrefix("Z_DA_") }
        if !triggers.isEmpty {
            found.append("Triggers that Core Data does not make: \(triggers.joined(separator: ", ")).")
        }
        if let layout = description.layout { found += Self.tables(description, layout) }
        if let count = log?.pageCount, count > 0 {
            found.append(
                "The -wal holds " + Plural.text(count, "page")
                    + " that may not be in the file: never copy one without the other."
            )
        }
        if let damage = log?.damage { found.append(damage) }
        if FileManager.default.fileExists(atPath: path + "-journal") {
            found.append(
                "There is a -journal beside the file: a writer was interrupted, and its changes are not undone."
            )
        }
        let keys = description.details.otherKeys
        if !keys.isEmpty { found.append("An app keeps its own metadata: \(keys.joined(separator: ", ")).") }
        self.found = found
    }

    private static func tables(_ description: StoreDescription, _ layout: StoreLayout) -> [String] {
        var found: [String] = []
        let modelled = Set((layout.tables.map(\.tableName) + layout.joinTables.map(\.name)).map { $0.uppercased() })
        let bookkeeping: Set = [
            "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING",
        ]
        let existing = Set(description.tables.keys.map { $0.uppercased() })
        let unknown = description.tables.keys.filter { name in
            let upper = name.uppercased()
            return !modelled.contains(upper) && !bookkeeping.contains(upper) && !upper.hasPrefix("ANSCK")
                && !upper.hasPrefix("SQLITE_")
        }
        if !unknown.isEmpty {
            found.append("Tables that the model does not have: \(unknown.sorted().joined(separator: ", ")).")
        }
        let missing = modelled.subtracting(existing).sorted()
        if !missing.isEmpty { found.append("Tables that are missing: \(missing.joined(separator: ", ")).") }
        let derived = layout.model.entities.flatMap { entity in
            entity.properties.compactMap { property -> String? in
                guard case .attribute(let attribute) = property, attribute.isDerived else { return nil }
                return "\(entity.name).\(attribute.name)"
            }
        }
        if !derived.isEmpty { found.append("Derived attributes: \(derived.sorted().joined(separator: ", ")).") }
        let renamed = layout.model.entities.compactMap { entity -> String? in
            guard let name = entity.className, name != entity.name, name != "NSManagedObject" else { return nil }
            return "\(entity.name) is \(name)"
        }
        if !renamed.isEmpty {
            found.append("Classes that are not named as their entity: \(renamed.sorted().joined(separator: ", ")).")
        }
        return found
    }
}

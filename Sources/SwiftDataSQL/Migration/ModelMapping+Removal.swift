import SwiftDataCore

// A notice of the data that a migration removes for good: a program that does not list all models of a store removes the
// models of other programs.

extension ModelMapping {
    /// Writes the notice to the log, before anything is removed.
    /// - Parameters:
    ///   - lines: The removed data; no notice is written where there is none.
    ///   - place: The store that is migrated, such as the path of its file.
    package func logRemoval(of lines: [String], from place: String) {
        guard !lines.isEmpty else { return }
        let hints = RenameHints(mapping: self).sentences.map { " " + $0 }
        log.warning(
            "The migration of \(place) removes what the new models do not have: \(lines.joined(separator: ", "))."
                + hints.joined()
        )
    }

    /// Lines such as `Trip (3 rows)` and `Trip.name (2 values)`. An entity or property without data has no line.
    /// - Parameter count: Counts the rows of an entity of the source, or its rows with a value in one of some columns.
    package func removedData(count: (EntityTable, _ columns: [String]) throws -> Int64) throws -> [String] {
        var lines: [String] = []
        for name in removedEntities {
            guard let table = source[name] else { continue }
            lines += Self.removalLine(name, try count(table, []), "row")
        }
        for entity in entities {
            guard let old = entity.source, let table = source[old.name] else { continue }
            for name in entity.removedProperties {
                guard let slot = old.properties.firstIndex(where: { $0.name == name }),
                    table.properties.indices.contains(slot), old.properties[slot].attribute != nil
                else { continue }
                let columns = table.properties[slot].valueColumns.map(\.name)
                guard !columns.isEmpty else { continue }
                lines += Self.removalLine("\(old.name).\(name)", try count(table, columns), "value")
            }
        }
        return lines
    }

    /// A line of removed data; none for a count of 0.
    package static func removalLine(_ name: String, _ count: Int64, _ unit: String) -> [String] {
        count > 0 ? ["\(name) (\(count) \(unit)\(count == 1 ? "" : "s"))"] : []
    }
}

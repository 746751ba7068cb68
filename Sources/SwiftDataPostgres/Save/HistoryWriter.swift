#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Writes the transaction of a save in the history.
struct HistoryWriter {
    let model: PostgresModel
    let author: String?

    private var numbers: HistoryNumbers { HistoryNumbers(model.features) }

    /// The bundle identifier of the program, read from its property list.
    private static let bundleIdentifier = Bundle.main.bundleIdentifier ?? ""

    /// Adds the statements to the statements of a save.
    /// - Throws: ``StoreError`` with code `validation` for an author with the character U+0000.
    func write(_ record: ChangeRecord, to save: inout SaveTransaction) throws {
        guard !record.isEmpty else { return }
        guard author?.utf8.contains(0) != true else {
            throw StoreError(
                .validation,
                "the author of the context has the character U+0000, which PostgreSQL does not keep."
            )
        }
        let names = [author, Self.bundleIdentifier, ProcessInfo.processInfo.processName].map { name in
            PostgresParameter(.text, name.map { Array($0.utf8) })
        }
        // If the number is counted, other saves wait from here on, until the commit.
        if let next = numbers.next { save.enqueue(next) }
        save.enqueue(
            "INSERT INTO \(HistorySchema.transactions) (number, at, author, bundle, process) "
                + "SELECT \(numbers.current), clock_timestamp(), $1, $2, $3 FROM \(PostgresSchema.metadataTable) "
                // The saves of a migration are one transaction.
                + "ON CONFLICT (number) DO UPDATE SET at = EXCLUDED.at, author = EXCLUDED.author RETURNING number",
            names
        ) { transaction, result in
            guard result.count == 1, let number = result.integer(0, 0) else {
                throw StoreError(
                    .corruptRow,
                    "the table \(PostgresSchema.metadataTable) does not have exactly one row."
                )
            }
            transaction.historyNumber = number
        }
        writeInsertions(record, to: &save)
        writeUpdates(record, to: &save)
        writeDeletions(record, to: &save)
    }

    /// The beginning of a statement that writes changes of a kind. The number of the transaction is computed by the
    /// server, so that no statement waits for another one.
    private func insertion(_ kind: ChangeRecord.Kind, _ column: String? = nil) -> String {
        "INSERT INTO \(HistorySchema.changes) (transaction, kind, entity, row_key\(column.map { ", " + $0 } ?? "")) "
            + "SELECT \(numbers.current), \(kind.rawValue), "
    }

    private static let source = " CROSS JOIN \(PostgresSchema.metadataTable) ORDER BY u.place"

    private func writeInsertions(_ record: ChangeRecord, to save: inout SaveTransaction) {
        guard !record.inserted.isEmpty else { return }
        save.enqueue(
            insertion(.insert) + "u.entity, u.key FROM unnest($1::smallint[], $2::bigint[]) "
                + "WITH ORDINALITY AS u(entity, key, place)" + Self.source,
            [Self.entities(record.inserted), PostgresParameter(keys: record.inserted.map(\.key))]
        )
    }

    private func writeUpdates(_ record: ChangeRecord, to save: inout SaveTransaction) {
        let updates = record.updates
        guard !updates.isEmpty else { return }
        var texts: [TextKey: [UInt8]] = [:]
        let names = updates.map { row, slots in
            let key = TextKey(entity: row.entity, slots: slots)
            if let known = texts[key] { return known }
            let text = properties(key)
            texts[key] = text
            return text
        }
        save.enqueue(
            insertion(.update, "properties") + "u.entity, u.key, u.properties::text[] "
                + "FROM unnest($1::smallint[], $2::bigint[], $3::text[]) WITH ORDINALITY AS u(entity, key, properties, place)"
                + Self.source,
            [
                Self.entities(updates.map(\.row)), PostgresParameter(keys: updates.map(\.row.key)),
                PostgresParameter(arrayOf: .text, names),
            ]
        )
    }

    private func writeDeletions(_ record: ChangeRecord, to save: inout SaveTransaction) {
        guard !record.deleted.isEmpty else { return }
        let rows = record.deleted.map(\.row)
        save.enqueue(
            insertion(.delete, "tombstone") + "u.entity, u.key, u.tombstone "
                + "FROM unnest($1::smallint[], $2::bigint[], $3::jsonb[]) WITH ORDINALITY AS u(entity, key, tombstone, place)"
                + Self.source,
            [
                Self.entities(rows), PostgresParameter(keys: rows.map(\.key)),
                PostgresParameter(arrayOf: .jsonb, record.deleted.map { $0.tombstone.map { [1] + $0 } }),
            ]
        )
    }

    private static func entities(_ rows: [ChangeRecord.Row]) -> PostgresParameter {
        PostgresParameter(
            arrayOf: .int2,
            rows.map { row in
                withUnsafeBytes(of: Int16(truncatingIfNeeded: row.entity).bigEndian) { [UInt8]($0) }
            }
        )
    }

    private struct TextKey: Hashable {
        let entity: Int64
        let slots: Set<Int>
    }

    /// The names of properties as the text of an array of texts, since arrays of arrays have one length.
    private func properties(_ key: TextKey) -> [UInt8] {
        let names = key.slots.sorted().compactMap { model[number: key.entity]?.historyName($0) }
        let quoted = names.map { name in
            let escaped = name.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
            return "\"\(escaped)\""
        }
        return Array("{\(quoted.joined(separator: ","))}".utf8)
    }
}

extension PostgresEntity {
    /// The name that the history has for a property: that of its first column, or, where it has none, the name that a column
    /// would have. Nil for a property that is not in the store.
    func historyName(_ slot: Int) -> String? {
        if let column = slots[slot].ownColumns.first { return column.name }
        return slots[slot].isToMany ? PostgresNames.name(layout.properties[slot].name) : nil
    }

    /// The slot of each name that the history may have.
    var historySlots: [String: Int] {
        var found: [String: Int] = [:]
        for slot in slots.indices {
            for column in slots[slot].ownColumns where found[column.name] == nil { found[column.name] = slot }
        }
        for slot in slots.indices where slots[slot].isToMany {
            if let name = historyName(slot), found[name] == nil { found[name] = slot }
        }
        return found
    }
}
#endif

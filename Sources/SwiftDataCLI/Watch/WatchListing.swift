import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Changes of rows as lines.
struct WatchListing {
    private let store: DynamicStore
    private let console: Console
    private let asJSON: Bool
    /// Nil for all.
    private let entities: Set<String>?

    init(_ store: DynamicStore, _ entity: EntityOutline?, _ console: Console, asJSON: Bool) {
        self.store = store
        self.console = console
        self.asJSON = asJSON
        entities = entity.map { Self.family(of: $0.name, store.outline) }
    }

    private static func family(of name: String, _ model: ModelOutline) -> Set<String> {
        var names: Set<String> = [name]
        while true {
            let more = model.entities.filter { $0.superName.map(names.contains) == true }.map(\.name)
            if names.isSuperset(of: more) { return names }
            names.formUnion(more)
        }
    }

    /// Prints the changes of a transaction.
    /// - Returns: The number of changes.
    func print(_ transaction: DynamicTransaction, atMost limit: Int) throws -> Int {
        let wanted = transaction.changes.filter { entities?.contains($0.entityName) ?? true }.prefix(limit)
        // A row that is gone by now, or that cannot be read, has no values to show.
        let reading = RowReading { _ in }
        let rows = try store.readableRows(wanted.filter { $0.kind != .delete }.map(\.identifier), reading)
        for change in wanted { print(change, transaction, rows[change.identifier]) }
        return wanted.count
    }

    private func print(_ change: DynamicChange, _ transaction: DynamicTransaction, _ row: DynamicRow?) {
        let name = RowName.text(change.entityName, change.identifier.row ?? 0)
        let values = values(change, row)
        let date = ISODate.text(transaction.timestamp)
        guard asJSON else {
            let author = transaction.author.map { [$0] } ?? []
            let texts = values.map { "\($0.name)=\(Self.text($0.value))" }
            let parts = [date] + author + [change.kind.rawValue, name] + texts
            return console.print(TextTable.printable(parts.joined(separator: "  ")))
        }
        let object = JSONValue.members([
            "transaction": .integer(transaction.id),
            "date": .string(date),
            "author": .text(transaction.author),
            "change": .string(change.kind.rawValue),
            "entity": .string(change.entityName),
            "id": .string(name),
            "properties": .strings(change.changedProperties),
            "values": .object(values.map { JSONValue.Member(key: $0.name, value: .literal($0.value.jsonText)) }),
        ])
        console.print(object.text(isPretty: false))
    }

    /// Returns the values to print of a row: all that an insertion gave it, the ones that an update changed, or the
    /// ones that are kept of a deleted row.
    private func values(_ change: DynamicChange, _ row: DynamicRow?) -> [DynamicMember] {
        switch change.kind {
        case .delete: change.tombstone
        case .insert: row?.values.filter { !$0.value.isNull && $0.value != .identifiers([]) } ?? []
        case .update: row?.values.filter { change.changedProperties.contains($0.name) } ?? []
        }
    }

    private static func text(_ value: DynamicValue) -> String {
        if value.isNull { return "nil" }
        let text = ShownValue.value(value).text(isFull: false)
        guard case .string = value, text.contains(where: { $0.isWhitespace || "\"=".contains($0) }) else { return text }
        return JSONValue.string(text).text(isPretty: false)
    }
}

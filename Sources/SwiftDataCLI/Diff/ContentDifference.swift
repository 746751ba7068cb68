import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// A row that two stores have differently.
package struct ContentDifference: Sendable {
    package struct Change: Sendable {
        package let property: String
        package let before: JSONValue
        package let after: JSONValue
    }

    package let kind: SchemaDifference.Kind
    package let entity: String
    /// The key, such as p3, or the value that distinguishes rows.
    package let row: String
    package var changes: [Change] = []
}

/// Compares the rows of two stores.
struct ContentComparison {
    let old: DynamicStore
    let new: DynamicStore
    private let oldLabels: RowLabels
    private let newLabels: RowLabels
    private let unreadable: UnreadableReport

    init(_ old: DynamicStore, _ new: DynamicStore, by keys: RowKeys, _ unreadable: UnreadableReport) throws {
        (self.old, self.new, self.unreadable) = (old, new, unreadable)
        oldLabels = try RowLabels(old, by: keys, unreadable)
        newLabels = try RowLabels(new, by: keys, unreadable)
    }

    /// - Parameter report: Is called with the progress, from 0 to 1, and the entity.
    func differences(report: (Double, String) -> Void) throws -> [ContentDifference] {
        let names = Set(old.entityNames).union(new.entityNames).sorted()
        var found: [ContentDifference] = []
        for (index, name) in names.enumerated() {
            report(Double(index) / Double(max(names.count, 1)), name)
            let before = oldLabels.rows[name] ?? [:]
            let after = newLabels.rows[name] ?? [:]
            for label in before.keys.filter({ after[$0] == nil }).sorted(by: Self.precedes) {
                found.append(ContentDifference(kind: .removed, entity: name, row: label))
            }
            for label in after.keys.filter({ before[$0] == nil }).sorted(by: Self.precedes) {
                found.append(ContentDifference(kind: .added, entity: name, row: label))
            }
            let common = before.keys.filter { after[$0] != nil }.sorted(by: Self.precedes)
            for start in stride(from: 0, to: common.count, by: Self.chunk) {
                let labels = common[start..<min(start + Self.chunk, common.count)]
                found += try changed(name, Array(labels), before, after)
            }
        }
        return found
    }

    private static let chunk = 500

    /// Shorter first, so that p2 is before p10.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.count == right.count ? left < right : left.count < right.count
    }

    private func changed(
        _ name: String,
        _ labels: [String],
        _ before: [String: PersistentIdentifier],
        _ after: [String: PersistentIdentifier]
    ) throws -> [ContentDifference] {
        let reading = RowReading(report: unreadable.note)
        let oldRows = try old.readableRows(labels.compactMap { before[$0] }, reading)
        let newRows = try new.readableRows(labels.compactMap { after[$0] }, reading)
        return try labels.compactMap { label in
            guard let first = before[label].flatMap({ oldRows[$0] }), let second = after[label].flatMap({ newRows[$0] })
            else { return nil }
            var changes: [ContentDifference.Change] = []
            for property in first.propertyNames {
                guard let left = first[property], let right = second[property] else { continue }
                // Unreadable values are reported already, and are neither equal nor unequal.
                if left == .unreadable || right == .unreadable { continue }
                let (was, isNow) = (try json(left, oldLabels), try json(right, newLabels))
                if was != isNow {
                    changes.append(ContentDifference.Change(property: property, before: was, after: isNow))
                }
            }
            guard !changes.isEmpty else { return nil }
            return ContentDifference(kind: .changed, entity: name, row: label, changes: changes)
        }
    }

    private func json(_ value: DynamicValue, _ labels: RowLabels) throws -> JSONValue {
        switch value {
        case .identifier(let identifier): .string(labels.label(identifier))
        // Rows that were matched by a property may have their keys, and so their order, otherwise.
        case .identifiers(let identifiers): .strings(identifiers.map(labels.label).sorted())
        default: try ExportedValue.json(value)
        }
    }
}

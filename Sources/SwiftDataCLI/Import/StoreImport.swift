import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Inserts rows of files into a store, in one transaction.
struct StoreImport {
    private let store: DynamicStore
    private let layout: StoreLayout

    init(_ store: DynamicStore) throws {
        self.store = store
        layout = try StoreLayout(store.outline)
    }

    /// - Parameter report: Is called with the number of rows that were read into the transaction.
    /// - Throws: ``ToolFailure`` with the place of the error; nothing is written then.
    func insert(_ rows: [ImportedRow], author: String, report: (Int) -> Void) throws {
        // Rows of a table in the order of their keys get keys in that order.
        let rows = try rows.map { row in (row: row, name: try name(of: row)) }.sorted { left, right in
            switch (left.name, right.name) {
            case (let left?, let right?): (left.root, left.key) < (right.root, right.key)
            case (_?, nil): true
            case (nil, _): false
            }
        }
        var placeByIdentifier: [PersistentIdentifier: String] = [:]
        do {
            try store.save(author: author) { changes in
                var identifiers: [ImportedName: PersistentIdentifier] = [:]
                var inserted: [(row: ImportedRow, identifier: PersistentIdentifier)] = []
                for (index, (row, name)) in rows.enumerated() {
                    let identifier = changes.insert(row.entity.name, try at(row.place) { try attributes(row) })
                    placeByIdentifier[identifier] = row.place
                    inserted.append((row, identifier))
                    if let name, identifiers.updateValue(identifier, forKey: name) != nil {
                        throw ToolFailure("\(row.place): \(row.name ?? "") is in the files twice.")
                    }
                    if index % 1000 == 0 { report(index) }
                }
                // The sides with many members last: theirs is the order.
                for isToOne in [true, false] {
                    for (row, identifier) in inserted {
                        let values = try at(row.place) { try relationships(row, isToOne: isToOne, identifiers) }
                        if !values.isEmpty { changes.update(identifier, values) }
                    }
                }
            }
        } catch let error as StoreError {
            let place = error.persistentModelID.flatMap { placeByIdentifier[$0] }.map { "\($0): " } ?? ""
            let property = [error.entityName, error.propertyName].compactMap { $0 }.joined(separator: ".")
            throw ToolFailure(place + (property.isEmpty ? "" : "\(property): ") + error.message)
        }
    }

    private func at<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as ToolFailure {
            throw ToolFailure("\(place): \(failure)")
        }
    }

    private func name(of row: ImportedRow) throws -> ImportedName? {
        try row.name.map { text in try at(row.place) { try ImportedName(text) { layout[$0] } } }
    }

    private func attributes(_ row: ImportedRow) throws -> [String: DynamicValue] {
        var values: [String: DynamicValue] = [:]
        for member in row.values {
            guard let property = row.entity.properties.first(where: { $0.name == member.key }) else {
                throw ToolFailure("\(row.entity.name) has no property \(member.key).")
            }
            // Derived attributes, and attributes that are not stored, are not set by an import.
            guard case .attribute(let attribute) = property, !attribute.isDerived, !attribute.isTransient else {
                continue
            }
            values[attribute.name] = try ImportedValue.value(member.value, attribute)
        }
        return values
    }

    private func relationships(
        _ row: ImportedRow,
        isToOne: Bool,
        _ identifiers: [ImportedName: PersistentIdentifier]
    ) throws -> [String: DynamicValue] {
        var values: [String: DynamicValue] = [:]
        for case .relationship(let relationship) in row.entity.properties where relationship.isToOne == isToOne {
            guard let json = row.values.last(where: { $0.key == relationship.name })?.value, json != .null else {
                continue
            }
            func identifier(_ json: JSONValue) throws -> (name: ImportedName, identifier: PersistentIdentifier) {
                guard let text = json.string else { throw ToolFailure("\(relationship.name) does not name a row.") }
                let name = try ImportedName(text) { layout[$0] }
                guard let identifier = identifiers[name] else {
                    throw ToolFailure("\(relationship.name) leads to \(text), which is not in the files.")
                }
                return (name, identifier)
            }
            if isToOne {
                values[relationship.name] = .identifier(try identifier(json).identifier)
                continue
            }
            guard case .array(let elements) = json else { throw ToolFailure("\(relationship.name) is not an array.") }
            let members = try elements.map(identifier)
            let isInOrder = zip(members, members.dropFirst()).allSatisfy { $0.name.key < $1.name.key }
            // The other side has said it already, and the order is that of the keys.
            if isInOrder, !relationship.isOrdered, hasToOneInverse(relationship) { continue }
            if !members.isEmpty { values[relationship.name] = .identifiers(members.map(\.identifier)) }
        }
        return values
    }

    private func hasToOneInverse(_ relationship: RelationshipOutline) -> Bool {
        guard let inverse = relationship.inverseName,
            let destination = store.outline.entities.first(where: { $0.name == relationship.destination })
        else { return false }
        return destination.properties.contains { property in
            guard case .relationship(let other) = property else { return false }
            return other.name == inverse && other.isToOne
        }
    }
}

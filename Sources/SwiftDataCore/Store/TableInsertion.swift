import OrderedCollections

/// New rows on their way into a ``SnapshotTable``: which of them are stored ones by their unique values.
struct TableInsertion {
    private(set) var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    private var rows: OrderedDictionary<PersistentIdentifier, DefaultSnapshot>
    /// The rows that have unique values.
    private var owners: [UniqueValues: PersistentIdentifier] = [:]

    /// - Throws: ``StoreError`` where an updated row has the unique values of another.
    init(
        _ rows: OrderedDictionary<PersistentIdentifier, DefaultSnapshot>,
        updated: [PersistentIdentifier]
    ) throws {
        self.rows = rows
        let updated = Set(updated)
        for row in rows.values {
            for values in try UniqueValues.all(of: row, resolving: { $0 }) {
                guard let other = owners.updateValue(row.persistentIdentifier, forKey: values) else { continue }
                if updated.contains(other) || updated.contains(row.persistentIdentifier) {
                    throw Self.clash(values, row, "another row has the same unique values")
                }
            }
        }
    }

    /// Inserts rows. Where unique values have a relationship in them, the destination comes first: its row decides
    /// which values are compared.
    mutating func insert(
        _ new: [DefaultSnapshot],
        _ newIdentifier: (DefaultSnapshot) throws -> PersistentIdentifier
    ) throws {
        var waiting = Dictionary(new.map { ($0.persistentIdentifier, $0) }) { first, _ in first }
        for row in new {
            var path = [row]
            var onPath: Set = [row.persistentIdentifier]
            while let top = path.last {
                guard waiting[top.persistentIdentifier] != nil else {
                    path.removeLast()
                    onPath.remove(top.persistentIdentifier)
                    continue
                }
                let next = UniqueValues.destinations(of: top).first { waiting[$0] != nil && !onPath.contains($0) }
                if let next, let destination = waiting[next] {
                    path.append(destination)
                    onPath.insert(next)
                } else {
                    path.removeLast()
                    onPath.remove(top.persistentIdentifier)
                    waiting[top.persistentIdentifier] = nil
                    try insert(top, newIdentifier)
                }
            }
        }
    }

    private mutating func insert(
        _ row: DefaultSnapshot,
        _ newIdentifier: (DefaultSnapshot) throws -> PersistentIdentifier
    ) throws {
        let unique = try UniqueValues.all(of: row) { remapped[$0] ?? $0 }
        let found = OrderedSet(unique.compactMap { owners[$0] })
        guard found.count < 2 else {
            throw Self.clash(unique[0], row, "two stored rows have the unique values of the new model")
        }
        let identifier: PersistentIdentifier
        if let existing = found.first, let stored = rows[existing] {
            guard stored.layout === row.layout else {
                throw Self.clash(unique[0], row, "a \(stored.layout.entityName) has the same unique values")
            }
            identifier = existing
            try release(stored, for: row)
            rows[existing] = row.copy(persistentIdentifier: existing).joining(stored)
            for values in try UniqueValues.all(of: stored, resolving: { remapped[$0] ?? $0 }) { owners[values] = nil }
        } else {
            identifier = try newIdentifier(row)
            rows[identifier] = row.copy(persistentIdentifier: identifier)
        }
        self.remapped[row.persistentIdentifier] = identifier
        for values in unique { owners[values] = identifier }
    }

    /// The former partners of a row that is written over do not lead to it any more.
    private mutating func release(_ stored: DefaultSnapshot, for new: DefaultSnapshot) throws {
        for property in stored.layout.properties {
            guard case .toOne = property.shape, case .identifier(let former) = stored.values[property.slot],
                let inverse = stored.layout.inverse(of: property.slot), var partner = rows[former]
            else { continue }
            if case .identifier(let next) = new.values[property.slot], remapped[next] ?? next == former { continue }
            switch partner.values[inverse.slot] {
            case .identifier(stored.persistentIdentifier):
                guard partner.layout.properties[inverse.slot].isOptional else {
                    throw StoreError(
                        .validation,
                        "a new model with the same unique values gave its \(stored.layout.entityName) another "
                            + "destination, and the relationship is not optional.",
                        entity: partner.layout.entityName,
                        property: partner.layout.properties[inverse.slot].name,
                        model: former
                    )
                }
                partner.values[inverse.slot] = .null
            case .identifiers(let members):
                partner.values[inverse.slot] = .identifiers(members.filter { $0 != stored.persistentIdentifier })
            default:
                continue
            }
            rows[former] = partner
        }
    }

    /// The rows, with permanent identifiers only.
    func finished() -> OrderedDictionary<PersistentIdentifier, DefaultSnapshot> {
        guard !remapped.isEmpty else { return rows }
        return rows.mapValues { row in row.replacingReferences { remapped[$0] ?? $0 } ?? row }
    }

    private static func clash(_ values: UniqueValues, _ row: DefaultSnapshot, _ what: String) -> StoreError {
        StoreError(
            .constraint,
            what + ".",
            entity: row.layout.entityName,
            property: values.names.joined(separator: ", "),
            model: row.persistentIdentifier
        )
    }
}

extension DefaultSnapshot {
    /// The row with the members of another one before its own.
    fileprivate func joining(_ stored: DefaultSnapshot) -> DefaultSnapshot {
        var row = self
        for property in layout.properties {
            guard case .toMany = property.shape, case .identifiers(let members) = stored.values[property.slot] else {
                continue
            }
            row.values[property.slot] = .identifiers(Array(OrderedSet(members + self.members(property.slot))))
        }
        return row
    }
}

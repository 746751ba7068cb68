// Rows that a store hands out. Those of our stores are as contexts want them; those of any other are checked and
// brought into that form.

extension StoreBox {
    /// The rows of an answer to a fetch.
    func rows<T: PersistentModel>(
        of answer: DataStoreFetchResult<T, Store.Snapshot>,
        _ request: DataStoreFetchRequest<T>
    ) throws -> [DefaultSnapshot] {
        if isOurs, let rows = answer.fetchedSnapshots as? [DefaultSnapshot] { return rows }
        let rows = try calling { try $0.selected(answer, request) }.map(received)
        var seen = Set<PersistentIdentifier>(minimumCapacity: rows.count)
        for row in rows where !seen.insert(row.persistentIdentifier).inserted {
            throw misbehaving("it answered a fetch with one row twice", row)
        }
        return rows
    }

    /// Rows by identifier.
    func received(
        _ snapshots: [PersistentIdentifier: Store.Snapshot]
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        if isOurs, let rows = snapshots as? [PersistentIdentifier: DefaultSnapshot] { return rows }
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        for (identifier, snapshot) in snapshots {
            let row = try received(snapshot)
            guard row.persistentIdentifier == identifier else {
                throw misbehaving("it gave the row of another identifier than the one asked for", row)
            }
            rows[identifier] = row
        }
        return rows
    }

    /// One row.
    func received(_ snapshot: Store.Snapshot) throws -> DefaultSnapshot {
        var row = try converted(snapshot)
        let identifier = row.persistentIdentifier
        guard !identifier.isTemporary, identifier.storeIdentifier == store.identifier else {
            throw misbehaving("it gave a row an identifier that is not one of its own", row)
        }
        guard types[row.layout.entityName] === row.layout, identifier.entityName == row.layout.entityName else {
            throw misbehaving("it gave a row of another class than the schema has for its entity", row)
        }
        for property in row.layout.properties where property.relationship != nil {
            try settle(property, of: &row)
        }
        return row
    }

    private func converted(_ snapshot: Store.Snapshot) throws -> DefaultSnapshot {
        if let row = snapshot as? DefaultSnapshot { return row }
        do {
            return try SnapshotTypes.$called.withValue(types) { try snapshot.asDefaultSnapshot() }
        } catch {
            let path =
                switch error {
                case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context),
                    DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
                    context.codingPath
                case EncodingError.invalidValue(_, let context): context.codingPath
                default: [any CodingKey]()
                }
            throw StoreError(
                .misbehavingStore,
                "a \(Store.Snapshot.self) of the store \"\(configurationName)\" does not encode as a row of the model.",
                entity: snapshot.persistentIdentifier.entityName,
                property: path.first?.stringValue,
                model: snapshot.persistentIdentifier,
                underlying: error
            )
        }
    }

    /// Brings a relationship to permanent identifiers of this store, each at most once.
    private func settle(_ property: PropertyLayout, of row: inout DefaultSnapshot) throws {
        let slot = property.slot
        switch row.values[slot] {
        case .identifier(let destination):
            row.values[slot] = .identifier(try settled(destination, property, row))
        case .identifiers(let members):
            var seen = Set<PersistentIdentifier>(minimumCapacity: members.count)
            let settled = try members.map { try self.settled($0, property, row) }
            row.values[slot] = .identifiers(settled.filter { seen.insert($0).inserted })
        default:
            return
        }
    }

    private func settled(
        _ identifier: PersistentIdentifier,
        _ property: PropertyLayout,
        _ row: DefaultSnapshot
    ) throws -> PersistentIdentifier {
        let known = identifier.isTemporary ? row.remapping?[identifier] ?? identifier.resolved : identifier
        guard !known.isTemporary else {
            throw misbehaving("it kept a temporary identifier; pass remappedIdentifiers to copy", row, property)
        }
        guard known.storeIdentifier == store.identifier else {
            throw misbehaving("it leads to a row of another store", row, property)
        }
        guard let destination = property.relationship?.destination, let layout = types[known.entityName],
            layout.isOrInherits(from: destination._$modelLayout)
        else { throw misbehaving("it leads to a row of another entity", row, property) }
        return known
    }

    func misbehaving(_ what: String, _ row: DefaultSnapshot, _ property: PropertyLayout? = nil) -> StoreError {
        StoreError(
            .misbehavingStore,
            "the store \"\(configurationName)\" broke its contract: \(what).",
            entity: row.layout.entityName,
            property: property?.name,
            model: row.persistentIdentifier
        )
    }
}

extension ModelLayout {
    fileprivate func isOrInherits(from other: ModelLayout) -> Bool {
        var layout: ModelLayout? = self
        while let current = layout {
            if current === other { return true }
            layout = current.superLayout
        }
        return false
    }
}

extension DefaultSnapshot {
    /// The members of a to-many relationship.
    func members(_ slot: Int) -> [PersistentIdentifier] {
        if case .identifiers(let members) = values[slot] { members } else { [] }
    }

    /// The row with to-many relationships to be loaded when they are read: a member that has no row any more is left
    /// out then. There is nothing to load of an empty one.
    var withoutMembers: DefaultSnapshot { unloading(keeping: { _, members in members.isEmpty }) }

    fileprivate func unloading(keeping isKept: (Int, [PersistentIdentifier]) -> Bool) -> DefaultSnapshot {
        var row = self
        for slot in values.indices {
            if case .identifiers(let members) = values[slot], !isKept(slot, members) { row.values[slot] = .unloaded }
        }
        return row
    }
}

extension FetchedRows {
    /// Leaves to-many relationships to be loaded, but for those that were asked for and came with all their members.
    mutating func unloadToMany(but keyPaths: [AnyKeyPath], of layout: ModelLayout) {
        let slots = Set(keyPaths.compactMap { layout.slot(for: $0) })
        let present = Set(related.keys)
        rows = rows.map { row in
            row.unloading { slot, members in
                members.isEmpty || slots.contains(slot) && members.allSatisfy(present.contains)
            }
        }
        related = related.mapValues(\.withoutMembers)
    }
}

// Rows that a store hands out, checked and brought into the form in which contexts want them.

extension CheckedStore {
    /// Rows by identifier.
    func received(
        _ snapshots: [PersistentIdentifier: Store.Snapshot],
        _ receiving: Receiving = .strict
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        for (identifier, snapshot) in snapshots {
            guard snapshot.persistentIdentifier == identifier else {
                throw misbehaving(
                    "it returned a row with another identifier than the requested one",
                    entity: identifier.entityName,
                    model: identifier
                )
            }
            if let row = try received(snapshot, receiving) { rows[identifier.interned] = row }
        }
        return rows
    }

    /// The treatment of a row that cannot be used.
    enum Receiving {
        /// Damage fails the whole request.
        case strict
        /// Damage is logged, and a row without read values takes the place of the row.
        case salvaging
    }

    /// One row; nil where it is none that a model could have.
    func received(_ snapshot: Store.Snapshot, _ receiving: Receiving) throws -> DefaultSnapshot? {
        do {
            return try received(snapshot)
        } catch {
            guard case .salvaging = receiving else { throw error }
            let identifier = snapshot.persistentIdentifier.interned
            let kind = "a row of \(identifier.entityName) is damaged; only its readable properties are used"
            log.limited(.error, kind, "\(kind): \(error)")
            guard isOwn(identifier), let layout = types[identifier.entityName] else { return nil }
            return DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: layout.unloadedValues)
        }
    }

    /// True if an identifier is one that the store may give to a row.
    func isOwn(_ identifier: PersistentIdentifier) -> Bool {
        !identifier.isTemporary && identifier.storeIdentifier == openedIdentifier
    }

    /// One row.
    func received(_ snapshot: Store.Snapshot) throws -> DefaultSnapshot {
        var row = try converted(snapshot)
        row.persistentIdentifier = row.persistentIdentifier.interned
        let identifier = row.persistentIdentifier
        guard isOwn(identifier) else {
            throw misbehaving("it returned a row with an identifier of another store", row, nil)
        }
        guard types[row.layout.entityName] === row.layout, identifier.entityName == row.layout.entityName else {
            throw misbehaving("it returned a row of a class that the schema does not have for the entity", row, nil)
        }
        for property in row.layout.properties {
            if property.relationship != nil {
                try makePermanent(property, of: &row)
            } else if property.isMissing(in: row) {
                throw misbehaving("a row has no value of the property", row, property)
            }
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
    private func makePermanent(_ property: PropertyLayout, of row: inout DefaultSnapshot) throws {
        let slot = property.slot
        switch row.values[slot] {
        case .identifier(let destination):
            row.values[slot] = .identifier(try permanent(destination, property, row))
        case .identifiers(let members):
            var seen = Set<PersistentIdentifier>(minimumCapacity: members.count)
            let identifiers = try members.map { try permanent($0, property, row) }
            row.values[slot] = .identifiers(identifiers.filter { seen.insert($0).inserted })
        default:
            return
        }
    }

    private func permanent(
        _ identifier: PersistentIdentifier,
        _ property: PropertyLayout,
        _ row: DefaultSnapshot
    ) throws -> PersistentIdentifier {
        let known = (identifier.isTemporary ? row.remapping?[identifier] : nil) ?? identifier.resolved
        guard !known.isTemporary else {
            throw misbehaving("the row has a temporary identifier; pass remappedIdentifiers to copy", row, property)
        }
        guard known.storeIdentifier == openedIdentifier else {
            throw misbehaving("the relationship leads to a row of another store", row, property)
        }
        guard let destination = property.relationship?.destination, let layout = types[known.entityName],
            layout.isOrInherits(from: destination._$modelLayout)
        else { throw misbehaving("the relationship leads to a row of another entity", row, property) }
        return known
    }

    func misbehaving(_ what: String, _ row: DefaultSnapshot, _ property: PropertyLayout?) -> StoreError {
        misbehaving(
            what,
            entity: row.layout.entityName,
            property: property?.name,
            model: row.persistentIdentifier
        )
    }
}

extension PropertyLayout {
    /// True if a row lacks the value of an attribute that has to have one.
    fileprivate func isMissing(in row: DefaultSnapshot) -> Bool {
        guard !isEphemeral else { return false }
        switch row.values[slot] {
        case .unloaded: return true
        case .null: return !isOptional
        default: return false
        }
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

    func isUnloaded(_ slot: Int) -> Bool {
        if case .unloaded = values[slot] { true } else { false }
    }

    /// The row with to-many relationships to be loaded when they are read: a member that has no row any more is left
    /// out then. There is nothing to load of an empty one.
    var withoutMembers: DefaultSnapshot { unloading(keeping: { _, members in members.isEmpty }) }

    func unloading(keeping isKept: (Int, [PersistentIdentifier]) -> Bool) -> DefaultSnapshot {
        var row = self
        for slot in values.indices {
            if case .identifiers(let members) = values[slot], !isKept(slot, members) { row.values[slot] = .unloaded }
        }
        return row
    }
}

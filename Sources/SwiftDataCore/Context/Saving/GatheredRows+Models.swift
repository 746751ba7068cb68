extension GatheredRows {
    /// Adds the row of a new model, with all values.
    mutating func add(_ state: ModelState) {
        let values = state.values
        state.readCustomBacking()
        append(state.row(), of: state, values)
    }

    /// Adds the row of a changed model, with what has changed. False where nothing has.
    mutating func addChanges(of state: ModelState) -> Bool {
        let values = state.values
        state.readCustomBacking()
        var row = state.row()
        guard let changes = state.changes else { return false }
        // Of the same moment as the values: comparing encodes, and what encodes may edit.
        var toMany = changes.toMany
        let slots = changes.slots.filter { slot in
            !state.layout.properties[slot].isEphemeral && state.differs(at: slot, from: changes)
        }.sorted()
        guard !slots.isEmpty else { return false }
        row.changedSlots = slots
        if !toMany.isEmpty || slots.contains(where: state.isToMany) {
            // A change of the order alone adds and removes nothing.
            for slot in slots where state.isToMany(slot) && toMany[slot] == nil { toMany[slot] = ToManyChange() }
            row.toManyChanges = toMany
        }
        append(row, of: state, values)
        return true
    }

    private mutating func append(_ row: consuming DefaultSnapshot, of state: ModelState, _ values: [StoredValue]) {
        if let slots = row.changedSlots {
            for slot in slots where failure == nil { prepare(slot, of: state, &row) }
        } else {
            for slot in row.values.indices where failure == nil { prepare(slot, of: state, &row) }
        }
        rows.append(row)
        self.values.append(values)
    }

    /// Reads what a value is checked by, and encodes it where only its Swift type can describe it.
    private mutating func prepare(_ slot: Int, of state: ModelState, _ row: inout DefaultSnapshot) {
        do {
            let counted = state.layout.countedSlots
            if !counted.isEmpty, counted.contains(slot), let count = try state.memberCount(at: slot) {
                memberCounts[rows.count, default: [:]][slot] = count
            }
            switch row.values[slot] {
            case .unloaded: try state.checkUnread(slot)
            case .object: row.values[slot] = try state.encodedForStores(row.values[slot], slot)
            default: break
            }
        } catch {
            failure = (slot, error)
        }
    }
}

extension ModelState {
    /// The values as they are, and the counter with which they were read.
    func row() -> DefaultSnapshot {
        var row = DefaultSnapshot(persistentIdentifier: identifier, layout: layout, values: values)
        row.lock = lock
        return row
    }

    /// Returns the number of models in a to-many relationship, which is read if it was not; nil where it is nil.
    fileprivate func memberCount(at slot: Int) throws -> Int? {
        // It may have been written to from the other side only, and not been read yet.
        switch trueValue(at: slot) {
        case .identifiers(let members): return members.count
        case .unloaded:
            throw unreadable(
                slot,
                "the relationship could not be read, so that its models could not be counted. Save again.",
                failedReads?.members[slot]
            )
        default: return nil
        }
    }

    /// - Throws: ``StoreError`` with code `unreadable` for a value that a row cannot be saved without.
    fileprivate func checkUnread(_ slot: Int) throws {
        guard !isToMany(slot), !layout.properties[slot].isEphemeral else { return }
        throw unreadable(
            slot,
            "the value could not be read, and nothing else is to be saved in its place.",
            failedReads?.cause(of: slot, isToMany: false)
        )
    }

    fileprivate func encodedForStores(_ value: StoredValue, _ slot: Int) throws -> StoredValue {
        do {
            return try encoded(value, slot: slot)
        } catch {
            throw StoreError(
                .validation,
                "the value could not be encoded.",
                entity: layout.entityName,
                property: layout.properties[slot].name,
                model: identifier,
                underlying: error
            )
        }
    }

    /// Takes over what a backing data of the user's own holds.
    fileprivate func readCustomBacking() {
        guard custom != nil, let model else { return }
        func read<Model: PersistentModel>(_ model: Model) {
            for property in layout.properties {
                guard case .attribute(let attribute) = property.shape,
                    let key = property.keyPath as? PartialKeyPath<Model>
                else { continue }
                values[property.slot] = attribute.stored(model[keyPath: key])
            }
        }
        read(model)
    }
}

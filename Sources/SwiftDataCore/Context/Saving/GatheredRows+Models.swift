extension GatheredRows {
    /// Adds the row of a new model, with all values.
    mutating func add(_ state: ModelState) {
        let values = state.values
        state.backing.readAll()
        append(state.rowMaking.row(), of: state, values)
    }

    /// Adds the row of a changed model, with its changes. False where there are none.
    mutating func addChanges(of state: ModelState) -> Bool {
        let values = state.values
        state.backing.readAll()
        var row = state.rowMaking.row()
        guard let changes = state.changes else { return false }
        // Of the same moment as the values: comparing encodes, and encoding may edit models.
        var toMany = changes.toMany
        let slots = changes.slots.filter { slot in
            !state.layout.properties[slot].isEphemeral && state.edits.differs(at: slot, from: changes)
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

    /// Reads the values that a check needs, and encodes them where only the Swift type can describe them.
    private mutating func prepare(_ slot: Int, of state: ModelState, _ row: inout DefaultSnapshot) {
        do {
            let counted = state.layout.countedSlots
            if !counted.isEmpty, counted.contains(slot), let count = try state.rowMaking.memberCount(at: slot) {
                memberCounts[rows.count, default: [:]][slot] = count
            }
            switch row.values[slot] {
            case .unloaded: try state.rowMaking.checkUnread(slot)
            case .object: row.values[slot] = try state.encoding.encodedForStores(row.values[slot], slot)
            default: break
            }
        } catch {
            failure = (slot, error)
        }
    }
}

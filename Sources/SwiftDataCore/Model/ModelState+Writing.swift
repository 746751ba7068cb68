extension ModelState {
    /// Writes a slot and remembers that it changed.
    ///
    /// Writing to a model whose row is gone is ignored with a warning: there is nothing left to save it to.
    /// - Parameter isOwn: True if the program has written the property itself, and not the other side of a
    ///   relationship.
    package func assign(_ slot: Int, _ newValue: StoredValue, isOwn: Bool = true) {
        guard !isLeftOut else { return }
        noteForUndo(slot)
        switch phase {
        case .detached, .inserted:
            values[slot] = newValue
            unit?.noteChange()
            noteWritten(slot)
        case .registered:
            if case .unloaded = values[slot], changes == nil { _ = value(at: slot) }
            // The row that was to be read may be gone.
            guard phase == .registered else { return warnOfWriting(slot) }
            if isOwn, isTaintedByWriting(slot) { return taint(slot, newValue) }
            let wasUnread = isUnloaded(slot)
            recordChange(slot)
            values[slot] = newValue
            noteWrittenOver(slot, wasUnread: wasUnread)
            noteWritten(slot)
        case .deleted, .gone:
            warnOfWriting(slot)
        }
    }

    func warnOfWriting(_ slot: Int) {
        let kind = "\(layout.entityName).\(layout.properties[slot].name): a deleted model was written to"
        log.limited(.warning, kind, "\(kind); ignored.")
    }

    /// Notes that a slot of a saved model is about to change.
    package func recordChange(_ slot: Int) {
        guard phase == .registered, let unit else { return }
        if changes == nil {
            // A deinitialiser may write to its model, on any thread. Such a write cannot be saved.
            guard !isBeingLeft else { return }
            unit.exclusively {
                changes = ModelChanges(original: values)
                unit.registerChange(self)
            }
        } else {
            unit.noteChange()
        }
        if changes?.slots.insert(slot).inserted == true { unit.pending.noteWritten(slot, of: self) }
    }

    /// Writes an attribute that needs its codec.
    package func writeAttribute(_ slot: Int, _ newValue: Any) {
        guard case .attribute(let attribute) = layout.properties[slot].shape else { return }
        assign(slot, attribute.stored(newValue))
    }

    /// Writes a to-many property of any of its types.
    package func writeToManyValue<Value: RelationshipCollection>(_ slot: Int, _ newValue: Value) {
        guard !isLeftOut, !isBeingLeft else { return }
        if let optional = newValue as? any OptionalType, optional.erasedWrapped == nil {
            writeToMany(slot, [])
            if phase != .deleted, phase != .gone, !isUnloaded(slot) { values[slot] = .null }
        } else if let models = newValue as? [Value.PersistentElement] {
            if !appendMembers(slot, models) { writeToMany(slot, models) }
        } else {
            writeToMany(slot, relationshipElements(newValue))
        }
    }
}

// MARK: - First values

extension ModelState {
    private var ownOffset: Int { layout.ownOffset }

    func setInitial(_ slot: Int, _ value: StoredValue) {
        values[ownOffset + slot] = value
    }

    package func setInitialAttribute(_ slot: Int, _ value: Any) {
        guard case .attribute(let attribute) = layout.properties[ownOffset + slot].shape else { return }
        values[ownOffset + slot] = attribute.stored(value)
    }

    package func setInitialToOne(_ slot: Int, _ destination: (any PersistentModel)?) {
        let slot = ownOffset + slot
        values[slot] = destination.map { .identifier($0._$modelState.identifier) } ?? .null
        held[slot] = destination.map { [$0] }
    }

    package func setInitialToMany<Value: RelationshipCollection>(_ slot: Int, _ value: Value) {
        let slot = ownOffset + slot
        if let optional = value as? any OptionalType, optional.erasedWrapped == nil {
            values[slot] = .null
            return
        }
        let models = relationshipElements(value)
        values[slot] = .identifiers(models.map { $0._$modelState.identifier })
        held[slot] = models.isEmpty ? nil : models
    }
}

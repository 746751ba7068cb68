// Both sides of a relationship change together. The accessor that was used writes its own side; the functions here
// write the other.

extension ModelState {
    /// Points a to-one relationship at another model, or at none.
    package func writeToOne(_ slot: Int, _ newDestination: (any PersistentModel)?) {
        exclusively(with: newDestination?._$modelState) {
            if let newDestination, enter(by: slot, newDestination) { return }
            undoable(joining: newDestination?._$modelState) { link(slot, newDestination) }
        }
    }

    /// Brings a model without context into the context of its first destination, which is new as well and has it among
    /// its members: most models of a graph are made so. False if more has to be done.
    private func enter(by slot: Int, _ destination: any PersistentModel) -> Bool {
        let partner = destination._$modelState
        guard phase == .detached, partner.phase == .inserted, case .null = values[slot], let model, held[slot] == nil,
            let unit = partner.unit, unit.recording.isOff, unit.observers == nil,
            !partner.mayBeObserved, let inverse = unit.inverse(of: slot, in: layout),
            case .identifiers = partner.values[inverse.slot]
        else { return false }
        values[slot] = .identifier(partner.identifier)
        partner.appendIdentifier(inverse.slot, self)
        unit.insertion.insert(model)
        return true
    }

    private func link(_ slot: Int, _ newDestination: (any PersistentModel)?) {
        guard acceptsWrites(slot) else { return }
        let old = destination(at: slot)
        // The row that was read may be gone.
        guard acceptsWrites(slot) else { return }
        let new = newDestination?._$modelState
        // Of what could not be read, it is not known whether it is the same.
        guard isUnloaded(slot) || old?._$modelState !== new else { return confirm(slot, from: .toOne) }
        if let new, !mayJoin(new) { return }
        noteForUndo(slot, with: new)
        if phase == .registered, isTaintedByWriting(slot) {
            return taint(slot, new.map { .identifier($0.identifier) } ?? .null)
        }
        setToOne(slot, new)
        withExtendedLifetime(old) {
            guard let inverse = inverse(of: slot, beside: new) else { return }
            old?._$modelState.removePartner(self, slot: inverse.slot)
            new?.addPartner(self, slot: inverse.slot)
        }
        if let new { join(new) }
    }

    /// Replaces the members of a to-many relationship. A model that is given twice counts once.
    package func writeToMany(_ slot: Int, _ models: [any PersistentModel]) {
        let partner = isAttached ? nil : models.first { $0._$modelState.isAttached }
        exclusively(with: partner?._$modelState) {
            undoable(joining: partner?._$modelState) { link(slot, models) }
        }
    }

    private func link(_ slot: Int, _ models: [any PersistentModel]) {
        guard acceptsWrites(slot) else { return }
        _ = value(at: slot)
        let attached = models.first { $0._$modelState.isAttached }?._$modelState
        noteForUndo(slot, with: attached)
        guard acceptsWrites(slot) else { return }
        if isUnloaded(slot) { return linkUnread(slot, models) }
        let old = destinations(at: slot)
        let oldStates = Set(old.map { ObjectIdentifier($0._$modelState) })
        var seen = Set<ObjectIdentifier>(minimumCapacity: models.count)
        let new = models.filter { seen.insert(ObjectIdentifier($0._$modelState)).inserted && mayJoin($0._$modelState) }
        let added = new.filter { !oldStates.contains(ObjectIdentifier($0._$modelState)) }
        let removed = old.filter { !seen.contains(ObjectIdentifier($0._$modelState)) }
        for model in removed { noteToMany(slot, removed: model._$modelState.identifier) }
        for model in added { noteToMany(slot, added: model._$modelState.identifier) }
        assign(slot, .identifiers(new.map { $0._$modelState.identifier }))
        hold(slot, new)
        if let inverse = inverse(of: slot, beside: attached) {
            if phase == .detached, added.count < new.count {
                for model in new where oldStates.contains(ObjectIdentifier(model._$modelState)) {
                    model._$modelState.confirm(inverse.slot, from: .other)
                }
            }
            for model in removed { model._$modelState.removePartner(self, slot: inverse.slot) }
            for model in added { model._$modelState.addPartner(self, slot: inverse.slot) }
        } else {
            takeMembers(added.map(\._$modelState), slot: slot)
        }
        for model in new { join(model._$modelState) }
    }

    /// Writes a to-many relationship that could not be read. The differences from the members that the program was
    /// shown are added or taken out, and joined with the stored members when these are read. Where it was shown none,
    /// the members to be taken out are not known.
    private func linkUnread(_ slot: Int, _ models: [any PersistentModel]) {
        var seen = Set<ObjectIdentifier>(minimumCapacity: models.count)
        let new = models.filter { seen.insert(ObjectIdentifier($0._$modelState)).inserted && mayJoin($0._$modelState) }
        guard isShown(slot), case .identifiers(let shown) = standIn(at: slot) else {
            madeFailedReads.shown.insert(slot)
            return taint(slot, .identifiers(new.map { $0._$modelState.identifier }))
        }
        let before = Set(shown.map(\.resolved))
        let added = new.map(\._$modelState).filter { !before.contains($0.identifier) }
        let kept = Set(new.map { $0._$modelState.identifier })
        let removed = shown.filter { !kept.contains($0.resolved) }.compactMap { unit?.lookup.model(for: $0) }
        // Another order, or no members instead of those that could not be read: a difference that is not known here.
        guard !added.isEmpty || !removed.isEmpty else {
            return taint(slot, .identifiers(new.map { $0._$modelState.identifier }))
        }
        for state in added {
            noteToMany(slot, added: state.identifier)
            if let inverse = inverse(of: slot) { state.addPartner(self, slot: inverse.slot) }
        }
        if inverse(of: slot) == nil { takeMembers(added, slot: slot) }
        for model in removed {
            let state = model._$modelState
            noteToMany(slot, removed: state.identifier)
            if let inverse = inverse(of: slot) { state.removePartner(self, slot: inverse.slot) }
        }
        noteWritten(slot)
        for state in added { join(state) }
    }

    /// Takes a to-one relationship from the model that it leads to, which has been changed from its own side before this
    /// one could be read.
    func takeOut(_ slot: Int) {
        noteForUndo(slot)
        mutateObserved(slot) { setToOne(slot, nil, isOwn: false) }
    }

    /// Links what an initialiser set, now that the model can be referred to.
    package func linkRelationships(in slots: Range<Int>) {
        // Joining a partner's context lets go of what is held.
        let held = held
        guard !held.isEmpty, phase == .detached else { return }
        let partner = held.models.first { $0._$modelState.isAttached }
        exclusively(with: partner?._$modelState) {
            undoable(joining: partner?._$modelState) { link(slots, held) }
        }
    }

    private func link(_ slots: Range<Int>, _ held: HeldPartners) {
        for slot in slots {
            guard let partners = held[slot] else { continue }
            for partner in partners {
                let state = partner._$modelState
                guard mayJoin(state) else {
                    if isToMany(slot) { removeMember(state.identifier, from: slot) } else { values[slot] = .null }
                    self.held[slot]?.removeAll { $0 === partner }
                    continue
                }
                if let inverse = inverse(of: slot, beside: state) { state.addPartner(self, slot: inverse.slot) }
                join(state)
            }
        }
    }

    /// Takes a partner into this side after the other side was written.
    package func addPartner(_ partner: ModelState, slot: Int) {
        makeSureOfRow(slot)
        guard acceptsWrites(slot) else { return }
        // If the written side was in no context, the changes of this side are not noted yet.
        undoable(slot) { takePartner(partner, slot: slot) }
    }

    private func takePartner(_ partner: ModelState, slot: Int) {
        if layout.properties[slot].isToOne {
            let old = destination(at: slot)
            guard old?._$modelState !== partner, acceptsWrites(slot) else { return }
            noteForUndo(slot, with: partner)
            mutateObserved(slot) { setToOne(slot, partner, isOwn: false) }
            // The model is held until its state has noted the change: it may have no other holder.
            withExtendedLifetime(old) {
                guard let back = inverse(of: slot, beside: partner) else { return }
                old?._$modelState.removePartner(self, slot: back.slot)
            }
            return
        }
        noteMembers(slot, with: partner)
        mutateObserved(slot) {
            noteToMany(slot, added: partner.identifier)
            appendIdentifier(slot, partner)
        }
    }

    /// Drops a partner from this side after the other side was written.
    package func removePartner(_ partner: ModelState, slot: Int) {
        makeSureOfRow(slot)
        guard acceptsWrites(slot) else { return }
        if layout.properties[slot].isToOne {
            let value = trueValue(at: slot)
            if case .unloaded = value, phase == .registered { return losePartner(partner, slot: slot) }
            guard case .identifier(let identifier) = value, identifier == partner.identifier else { return }
            noteForUndo(slot, with: partner)
            mutateObserved(slot) { setToOne(slot, nil, isOwn: false) }
            return
        }
        noteMembers(slot, with: partner)
        if phase == .inserted { unit?.noteChange() }
        mutateObserved(slot) {
            noteToMany(slot, removed: partner.identifier)
            if let place = removeMember(partner.identifier, from: slot) {
                noteStep(slot, of: partner) { .left($0, at: place.index, after: place.predecessor) }
            }
            held[slot]?.removeAll { $0._$modelState === partner }
        }
    }

    /// Notes that a to-one relationship which could not be read is not to lead to a model any more. Where it leads is
    /// known before the save.
    private func losePartner(_ partner: ModelState, slot: Int) {
        noteForUndo(slot, with: partner)
        recordChange(slot)
        madeFailedReads.lostPartners[slot] = partner.identifier
    }

    private func setToOne(_ slot: Int, _ destination: ModelState?, isOwn: Bool = true) {
        if phase == .detached {
            writtenSides.write(layout.toOneNumbers[slot], hasFollowed: !isOwn)
        } else {
            writtenSides.writeAttached(layout.toOneNumbers[slot])
        }
        assign(slot, destination.map { .identifier($0.identifier) } ?? .null, isOwn: isOwn)
        hold(slot, destination?.model.map { [$0] } ?? [])
    }

    /// Adds a member at the end, after its own side is known not to be changed yet.
    package func appendMember(_ slot: Int, _ model: any PersistentModel) {
        let partner = model._$modelState
        exclusively(with: partner) { undoable(joining: partner) { append(slot, partner) } }
    }

    private func append(_ slot: Int, _ partner: ModelState) {
        guard mayJoin(partner) else { return }
        noteMembers(slot, with: partner)
        defer { join(partner) }
        guard let inverse = inverse(of: slot, beside: partner) else {
            guard case .identifiers = values[slot], !isAmongMembers(partner, of: slot) else { return }
            noteToMany(slot, added: partner.identifier)
            appendIdentifier(slot, partner)
            takeMembers([partner], slot: slot)
            return
        }
        if inverse.layout.properties[inverse.slot].isToOne {
            guard partner.destination(at: inverse.slot)?._$modelState !== self else {
                return partner.confirm(inverse.slot, from: .other)
            }
        } else if isAmongMembers(partner, of: slot) {
            return
        }
        noteToMany(slot, added: partner.identifier)
        appendIdentifier(slot, partner)
        partner.addPartner(self, slot: inverse.slot)
    }

    private func appendIdentifier(_ slot: Int, _ partner: ModelState) {
        // The stored members are joined with the recorded change when they are read.
        guard !isUnloaded(slot), !isMember(partner, of: slot) else { return }
        appendMember(partner.identifier, to: slot)
        if unit?.recording.journal != nil, case .identifiers(let identifiers) = values[slot] {
            noteStep(slot, of: partner) { .joined($0, at: identifiers.count - 1) }
        }
        if isAttached {
            extras?.members.caches[slot]?.append(partner)
        } else if let model = partner.model {
            held.append(model, slot: slot)
        }
        if phase == .inserted { unit?.noteChange() }
        noteWritten(slot)
    }

    /// If the partner has room for one only, it cannot be a member already: it has just left its former owner.
    private func isMember(_ partner: ModelState, of slot: Int) -> Bool {
        guard case .identifiers(let identifiers) = values[slot], !identifiers.isEmpty else { return false }
        if let inverse = inverse(of: slot, beside: partner), inverse.layout.properties[inverse.slot].isToOne {
            return identifiers.last == partner.identifier
                || (partner.phase == .registered && isAmongMembers(partner, of: slot))
        }
        return isAmongMembers(partner, of: slot)
    }

    func noteToMany(_ slot: Int, added identifier: PersistentIdentifier) {
        guard phase == .registered else { return }
        recordChange(slot)
        changes?.recordAdded(identifier, slot: slot)
    }

    func noteToMany(_ slot: Int, removed identifier: PersistentIdentifier) {
        guard phase == .registered else { return }
        recordChange(slot)
        changes?.recordRemoved(identifier, slot: slot)
    }

    /// Keeps partners alive while no context does.
    private func hold(_ slot: Int, _ partners: [any PersistentModel]) {
        if isAttached || partners.isEmpty {
            if !held.isEmpty { held[slot] = nil }
        } else {
            held[slot] = partners
        }
    }

    private func acceptsWrites(_ slot: Int) -> Bool {
        guard phase == .gone || phase == .deleted else { return true }
        if phase == .gone { warnOfWriting(slot) }
        return false
    }

    /// A deletion does not clear a relationship whose other side has the rule `.noAction`: it may lead to a row that is
    /// gone, which is known when the row is read.
    private func makeSureOfRow(_ slot: Int) {
        guard phase == .registered, case .noAction = deleteRule(slot),
            let unread = layout.properties.first(where: { !isToMany($0.slot) && isUnloaded($0.slot) })
        else { return }
        unit?.loading.load(self, slot: unread.slot)
    }

    /// True if two models can be related. False where they are in different contexts: the save reports it.
    private func mayJoin(_ other: ModelState) -> Bool {
        if other.phase == .deleted || other.phase == .gone {
            let kind = "\(layout.entityName): a deleted \(other.layout.entityName) cannot be related to"
            log.limited(.warning, kind, "\(kind); ignored.")
            return false
        }
        if isAttached, other.isAttached, unit !== other.unit {
            unit?.foreignReports.report(self, other)
            return false
        }
        return true
    }

    /// Brings two models that have been related into the same context.
    private func join(_ other: ModelState) {
        switch (isAttached, other.isAttached) {
        case (true, false):
            if let model = other.model { unit?.undo.insertUndoably(model) }
        case (false, true):
            if let model, phase == .detached { other.unit?.undo.insertUndoably(model) }
        default:
            break
        }
    }
}

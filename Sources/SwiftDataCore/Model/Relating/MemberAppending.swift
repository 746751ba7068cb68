/// The addition of members at the end of a to-many relationship.
///
/// Changes the known members, by ``KnownMembers``, and the members that are open for the next addition. The other sides
/// follow by ``OtherSide``.
struct MemberAppending {
    let state: ModelState

    /// Takes an array that begins with the present members as an addition to them, which `append` on a property leads
    /// to. False where it is something else.
    func appendMembers<Element: PersistentModel>(_ slot: Int, _ models: [Element]) -> Bool {
        guard state.phase != .gone, state.phase != .deleted, !state.standIns.isShown(slot),
            let count = presentMembers(slot, startOf: models), models.count > count
        else { return false }
        // While it is open the identifiers are in use twice, and appending to them would copy them all.
        state.closeMembers()
        let added = models[count...]
        let partner = state.isAttached ? nil : added.first { $0._$modelState.isAttached }
        // One assignment is one action to undo.
        state.undo.undoable(joining: partner?._$modelState) {
            for model in added { appendMember(slot, model) }
        }
        if case .identifiers(let identifiers) = state.values[slot], identifiers.count == models.count {
            _ = state.madeExtras.members.keep(open: OpenMembers(slot, models, identifiers))
            if state.isAttached { state.unit?.openMembers(of: state) }
        }
        return true
    }

    /// The number of present members, if an array begins with them.
    private func presentMembers<Element: PersistentModel>(_ slot: Int, startOf models: [Element]) -> Int? {
        guard case .identifiers(let identifiers) = state.reading.value(at: slot) else { return nil }
        if identifiers.isEmpty { return 0 }
        if let open: [Element] = state.openMembers?.models(slot, identifiers) {
            return models.begins(with: open) ? identifiers.count : nil
        }
        if let partners = state.held[slot] {
            guard partners.count == identifiers.count, partners.count <= models.count,
                zip(partners, models).allSatisfy({ $0 === $1 })
            else { return nil }
        } else {
            guard let unit = state.unit, state.memberCaches[slot]?.isPrefix(of: models, identifiers, in: unit) == true
            else { return nil }
        }
        return identifiers.count
    }

    /// Adds a member at the end, after its own side is known not to be changed yet.
    func appendMember(_ slot: Int, _ model: any PersistentModel) {
        let partner = model._$modelState
        state.joining.exclusively(with: partner) { state.undo.undoable(joining: partner) { append(slot, partner) } }
    }

    private func append(_ slot: Int, _ partner: ModelState) {
        guard state.joining.mayJoin(partner) else { return }
        state.undo.noteMembers(slot, with: partner)
        defer { state.joining.join(partner) }
        guard let inverse = state.inverse(of: slot, beside: partner) else {
            guard case .identifiers = state.values[slot], !state.knownMembers(slot).contains(partner) else { return }
            state.writing.noteToMany(slot, added: partner.identifier)
            appendIdentifier(slot, partner)
            state.taking.takeMembers([partner], slot: slot)
            return
        }
        if inverse.layout.properties[inverse.slot].isToOne {
            guard partner.partners.destination(at: inverse.slot)?._$modelState !== state else {
                return partner.toOne.confirm(inverse.slot, from: .other)
            }
        } else if state.knownMembers(slot).contains(partner) {
            return
        }
        state.writing.noteToMany(slot, added: partner.identifier)
        appendIdentifier(slot, partner)
        partner.otherSide.addPartner(state, slot: inverse.slot)
    }

    func appendIdentifier(_ slot: Int, _ partner: ModelState) {
        // The stored members are joined with the recorded change when they are read.
        guard !state.isUnloaded(slot), !isMember(partner, of: slot) else { return }
        state.knownMembers(slot).append(partner.identifier)
        if state.unit?.recording.journal != nil, case .identifiers(let identifiers) = state.values[slot] {
            state.undo.noteStep(slot, of: partner) { .joined($0, at: identifiers.count - 1) }
        }
        if state.isAttached {
            state.extras?.members.append(partner, slot: slot)
        } else if let model = partner.model {
            state.held.append(model, slot: slot)
        }
        if state.phase == .inserted { state.unit?.noteChange() }
        state.observing.noteWritten(slot)
    }

    /// If the partner has room for one only, it cannot be a member already: it has just left its former owner.
    private func isMember(_ partner: ModelState, of slot: Int) -> Bool {
        guard case .identifiers(let identifiers) = state.values[slot], !identifiers.isEmpty else { return false }
        if let inverse = state.inverse(of: slot, beside: partner), inverse.layout.properties[inverse.slot].isToOne {
            return identifiers.last == partner.identifier
                || (partner.phase == .registered && state.knownMembers(slot).contains(partner))
        }
        return state.knownMembers(slot).contains(partner)
    }
}

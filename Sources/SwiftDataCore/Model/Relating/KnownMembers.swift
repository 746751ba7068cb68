/// The known members of a to-many relationship, beside the set of them where there are many.
///
/// Changes the array in the values of the state, and its set in ``MemberMemory``, which stay in step.
package struct KnownMembers {
    let state: ModelState
    let slot: Int

    /// True if a model is among the members of a to-many relationship, as far as they are known. A model that was saved
    /// since may be there by its temporary identifier.
    package func contains(_ partner: ModelState) -> Bool {
        guard case .identifiers(let members) = state.values[slot], !members.isEmpty else { return false }
        let identifier = partner.identifier
        if members.count < MemberSet.leastCount {
            state.unit?.counts.comparedMembers += members.count
            return members.contains { $0 == identifier || ($0.isTemporary && $0.resolved == identifier) }
        }
        if let set = state.extras?.members.sets[slot], set.isOf(members, in: state.unit) {
            return set.contains(identifier)
        }
        state.unit?.counts.comparedMembers += members.count
        let set = MemberSet(members, in: state.unit)
        state.madeExtras.members.keep(set, slot: slot)
        return set.contains(identifier)
    }

    /// Adds a member at the end of the known ones.
    package func append(_ identifier: PersistentIdentifier) {
        guard var set = takenSet() else { return state.appendMember(identifier, at: slot) }
        state.appendMember(identifier, at: slot)
        if case .identifiers(let members) = state.values[slot] {
            set.add(identifier, now: members)
            state.extras?.members.keep(set, slot: slot)
        }
    }

    /// Takes a member from the known ones; answers where it was, and after which other one.
    @discardableResult
    package func remove(_ identifier: PersistentIdentifier) -> (index: Int, predecessor: PersistentIdentifier?)? {
        guard var set = takenSet() else { return state.removeMember(identifier, at: slot) }
        let place = set.contains(identifier) ? state.removeMember(identifier, at: slot) : nil
        if case .identifiers(let members) = state.values[slot] {
            set.remove(identifier, now: members)
            state.extras?.members.keep(set, slot: slot)
        }
        return place
    }

    /// Changes the known members in place. Nothing but the array changes, and no code of the program runs.
    package func edit(_ edit: (inout MemberEditor) -> Void) {
        // While they are open the identifiers are in use twice, and changing them would copy them all.
        state.closeMembers()
        guard case .identifiers(var members) = state.values[slot] else { return }
        var editor = MemberEditor(set: setForEditing(members))
        state.put(.null, at: slot)
        editor.exchangeMembers(&members)
        edit(&editor)
        editor.exchangeMembers(&members)
        state.put(.identifiers(members), at: slot)
        if var set = editor.takeSet() {
            set.hold(members)
            state.madeExtras.members.keep(set, slot: slot)
        }
    }

    /// Replaces temporary identifiers by the identifiers of the saved rows.
    package func resolve() {
        guard case .identifiers(var members) = state.values[slot],
            let first = members.firstIndex(where: \.isTemporary)
        else { return }
        state.extras?.members.forgetSet(slot)
        // Let go of first, so that writing does not copy the array.
        state.put(.null, at: slot)
        for place in first..<members.count where members[place].isTemporary {
            members[place] = members[place].resolved
        }
        state.put(.identifiers(members), at: slot)
    }

    /// The set of the members for an editor, without its array.
    private func setForEditing(_ members: [PersistentIdentifier]) -> MemberSet? {
        if let set = takenSet() { return set }
        guard members.count >= MemberSet.leastCount else { return nil }
        state.unit?.counts.comparedMembers += members.count
        var set = MemberSet(members, in: state.unit)
        set.letGo()
        return set
    }

    /// The set of the members, where it is right, without its array: that is changed in place then.
    private func takenSet() -> MemberSet? {
        guard let extras = state.extras, case .identifiers(let members) = state.values[slot],
            var set = extras.members.takeSet(slot), set.isOf(members, in: state.unit)
        else { return nil }
        set.letGo()
        return set
    }
}

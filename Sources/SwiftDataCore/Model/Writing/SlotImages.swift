/// The values of slots as a journal keeps them, to be restored later.
///
/// Changes nothing but values that are read for it. Asks ``SlotReading`` and ``PartnerReading``.
struct SlotImages {
    let state: ModelState

    /// Returns the read values of a model that is about to take the values of another one.
    func loadedImages() -> ChangeJournal {
        let journal = ChangeJournal()
        for slot in state.values.indices where !state.isUnloaded(slot) && !state.layout.properties[slot].isEphemeral {
            journal.willChange(state, slot)
        }
        return journal
    }

    func image(of slot: Int) -> ChangeJournal.Before {
        if state.isToMany(slot), state.phase == .registered, state.isUnloaded(slot) {
            return .unread(state.changes?.toMany[slot] ?? ToManyChange())
        }
        if state.isUnloaded(slot) {
            _ = state.reading.value(at: slot)
            if state.isUnloaded(slot) { return .unreadable }
        }
        switch state.layout.properties[slot].shape {
        case .attribute:
            return .value(state.reading.value(at: slot))
        case .toOne:
            return .destination(state.partners.destination(at: slot))
        case .toMany:
            let members = state.partners.destinations(at: slot)
            state.unit?.counts.journaledMembers += members.count
            return .members(state.partners.isNilToMany(slot) ? nil : members)
        }
    }

    /// The members that a relationship would have had at a moment at which it had not been read; nil where it has not
    /// been read since, or is as it was.
    func membersRead(since before: ToManyChange, _ slot: Int) -> [PersistentIdentifier]? {
        guard case .identifiers = state.values[slot], case .identifiers(let stored)? = state.changes?.original[slot]
        else {
            return nil
        }
        let (there, removed) = (Set(stored), Set(before.removed))
        return stored.filter { !removed.contains($0) } + before.added.filter { !there.contains($0) }
    }
}

// Taking back steps of to-many relationships, which costs in proportion to the steps and not to the members.

/// Gives one to-many relationship the members that a journal has noted.
///
/// Changes models and the active journal. Members that joined or left since by other means stay as they are.
struct MemberRestoring {
    let unit: UnitOfWork

    /// Takes the steps of an action back. Members that joined or left since by other means stay as they are.
    func revert(_ steps: [MemberStep], _ image: ChangeJournal.Image) {
        let (state, slot) = (image.model._$modelState, image.slot)
        _ = state.reading.value(at: slot)
        // The row that was read may be gone.
        guard state.phase == .inserted || state.phase == .registered else { return }
        let known = unit.recording.journal?.image(of: state, slot)?.before
        // Noted also where nothing changes: an undone action can be redone.
        unit.recording.journal?.willEdit(state, slot)
        guard !steps.isEmpty else { return }
        if state.isUnloaded(slot) { return restoreUnread(image.unread(steps), state, ToManyChange()) }
        switch known {
        case .members(let before):
            let members = members(of: image.whole(steps, before ?? []), steps.reverted(from: before ?? []))
            state.observing.mutateObserved(slot) { state.toMany.write(slot, members) }
        case .edited(let early):
            state.observing.mutateObserved(slot) { revert(steps, of: state, slot, after: early) }
        default:
            state.observing.mutateObserved(slot) { revert(steps, of: state, slot, after: []) }
        }
    }

    /// - Parameter early: The steps that the restored inverses, which come first, have made to the members. They are
    ///   reverted before the steps of the action, which so find the members as the action left them.
    private func revert(_ steps: [MemberStep], of state: ModelState, _ slot: Int, after early: [MemberStep]) {
        state.writing.recordChange(slot)
        let effects = steps.effects
        let models = (steps + early).effects.map(\.model)
        var (made, joined, left): ([MemberStep], [any PersistentModel], [any PersistentModel]) = ([], [], [])
        state.knownMembers(slot).edit { members in
            var wanted: [ObjectIdentifier: Bool] = [:]
            for effect in effects where effect.wasMember != effect.isMemberAfter {
                wanted[ObjectIdentifier(effect.model)] = effect.wasMember && canBeRelated(effect.model)
            }
            let present = models.map { members.contains($0) }
            for step in early.reversed() { members.revert(step) }
            for step in steps.reversed() { made += members.revert(step) }
            for (model, wasPresent) in zip(models, present) {
                let isMember = wanted[ObjectIdentifier(model)] ?? wasPresent
                if let step = members.setMembership(of: model, isMember: isMember) { made.append(step) }
                if isMember, !wasPresent { joined.append(model) }
                if !isMember, wasPresent { left.append(model) }
            }
        }
        unit.recording.journal?.replaceSteps(state, slot, by: made)
        if state.phase == .inserted { unit.noteChange() }
        relate(state, slot, joined, left)
        state.observing.noteWritten(slot)
    }

    /// Brings the other sides in line with members that are restored, or removed again.
    private func relate(
        _ state: ModelState,
        _ slot: Int,
        _ joined: [any PersistentModel],
        _ left: [any PersistentModel]
    ) {
        let inverse = state.inverse(of: slot)
        for other in left.map(\._$modelState) {
            state.writing.noteToMany(slot, removed: other.identifier)
            if let inverse { other.otherSide.removePartner(state, slot: inverse.slot) }
        }
        for other in joined.map(\._$modelState) {
            state.writing.noteToMany(slot, added: other.identifier)
            if let inverse { other.otherSide.addPartner(state, slot: inverse.slot) }
        }
        if inverse == nil { state.taking.takeMembers(joined.map(\._$modelState), slot: slot) }
    }

    /// Reverts the additions to an unread relationship and the removals from it, without reading it.
    func restoreUnread(_ image: ChangeJournal.Image, _ state: ModelState, _ before: ToManyChange) {
        let slot = image.slot
        guard let inverse = state.inverse(of: slot) else { return }
        let isSaved = image.saves != unit.saveRun.count
        for model in image.addedUnread where canBeRelated(model) {
            let other = model._$modelState
            guard state.links.isLinked(with: other, slot, inverse.slot, isSaved) ?? isSaved else { continue }
            state.otherSide.removePartner(other, slot: slot)
            other.otherSide.removePartner(state, slot: inverse.slot)
        }
        for model in image.removedUnread where canBeRelated(model) {
            let other = model._$modelState
            guard !(state.links.isLinked(with: other, slot, inverse.slot, isSaved) ?? !isSaved) else { continue }
            state.otherSide.addPartner(other, slot: slot)
            other.otherSide.addPartner(state, slot: inverse.slot)
        }
        if !image.removedUnread.isEmpty { state.links.reorder(slot, as: before) }
    }

    /// The members before the action, in their order. Members that joined or left since by other means stay as they
    /// are.
    func members(of image: ChangeJournal.Image, _ before: [any PersistentModel]) -> [any PersistentModel] {
        if image.isWhole { return before.filter(canBeRelated) }
        let current = image.model._$modelState.partners.destinations(at: image.slot)
        unit.counts.journaledMembers += current.count
        let present = Set(current.map { ObjectIdentifier($0) })
        var members = before.filter { model in
            let key = ObjectIdentifier(model)
            return (present.contains(key) || image.removed.contains(key)) && canBeRelated(model)
        }
        let old = Set(before.map { ObjectIdentifier($0) })
        members += current.filter { !old.contains(ObjectIdentifier($0)) && !image.added.contains(ObjectIdentifier($0)) }
        return members
    }

    /// True if a model is in the context, and not deleted.
    func canBeRelated(_ model: any PersistentModel) -> Bool {
        let state = model._$modelState
        return state.unit === unit && (state.phase == .inserted || state.phase == .registered)
    }
}

extension ChangeJournal.Image {
    /// The image with all members before the steps.
    fileprivate func whole(_ steps: [MemberStep], _ after: [any PersistentModel]) -> Self {
        var image = self
        image.before = .members(steps.reverted(from: after))
        for effect in steps.effects {
            if effect.hasJoined { image.added.insert(ObjectIdentifier(effect.model)) }
            if effect.hasLeft { image.removed.insert(ObjectIdentifier(effect.model)) }
        }
        return image
    }

    /// The image of members that cannot be read any more.
    fileprivate func unread(_ steps: [MemberStep]) -> Self {
        var image = self
        let effects = steps.effects
        image.addedUnread = effects.filter(\.hasJoined).map(\.model)
        image.removedUnread = effects.filter(\.hasLeft).map(\.model)
        return image
    }
}

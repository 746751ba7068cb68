/// The members of a to-many relationship that is being added to, so that the next addition neither looks them up nor
/// compares them one by one: `append` reads the whole array and sets it again.
///
/// It keeps the members alive, which nothing else of a relationship may do, so that a context has one at a time and
/// lets go of it at the next save or rollback.
package struct OpenMembers {
    private let slot: Int
    /// The array of models, of the property's own type.
    private let models: Any
    private let identifiers: [PersistentIdentifier]

    init<Element: PersistentModel>(_ slot: Int, _ models: [Element], _ identifiers: [PersistentIdentifier]) {
        self.slot = slot
        self.models = models
        self.identifiers = identifiers
    }

    /// The models, if these identifiers are still the ones that they were opened with.
    func models<Element: PersistentModel>(_ slot: Int, _ identifiers: [PersistentIdentifier]) -> [Element]? {
        // A changed array has another buffer, since this one is still in use here.
        guard slot == self.slot, identifiers.count == self.identifiers.count,
            identifiers.withUnsafeBufferPointer({ $0.baseAddress })
                == self.identifiers.withUnsafeBufferPointer({ $0.baseAddress })
        else { return nil }
        return models as? [Element]
    }
}

extension ModelState {
    /// Takes an array that begins with the present members as an addition to them, which is what `append` makes of a
    /// property. False where it is something else.
    func appendMembers<Element: PersistentModel>(_ slot: Int, _ models: [Element]) -> Bool {
        guard phase != .gone, phase != .deleted, !isShown(slot),
            let count = presentMembers(slot, startOf: models), models.count > count
        else { return false }
        // While it is open the identifiers are in use twice, and appending to them would copy them all.
        _ = openMembers.take()
        let added = models[count...]
        let partner = isAttached ? nil : added.first { $0._$modelState.isAttached }
        // One assignment is one action to undo.
        undoable(joining: partner?._$modelState) {
            for model in added { appendMember(slot, model) }
        }
        if case .identifiers(let identifiers) = values[slot], identifiers.count == models.count {
            openMembers = OpenMembers(slot, models, identifiers)
            if isAttached { unit?.openMembers(of: self) }
        }
        return true
    }

    /// The number of present members, if an array begins with them.
    private func presentMembers<Element: PersistentModel>(_ slot: Int, startOf models: [Element]) -> Int? {
        guard case .identifiers(let identifiers) = value(at: slot) else { return nil }
        if identifiers.isEmpty { return 0 }
        if let open: [Element] = openMembers?.models(slot, identifiers) {
            return models.begins(with: open) ? identifiers.count : nil
        }
        if let partners = held[slot] {
            guard partners.count == identifiers.count, partners.count <= models.count,
                zip(partners, models).allSatisfy({ $0 === $1 })
            else { return nil }
        } else {
            guard let unit, memberCaches[slot]?.isPrefix(of: models, identifiers, in: unit) == true else { return nil }
        }
        return identifiers.count
    }
}

extension UnitOfWork {
    /// Notes whose members are open, which closes those that were before.
    func openMembers(of state: ModelState) {
        guard opened !== state else { return }
        closeMembers()
        opened = state
    }

    /// Lets go of the members that are kept for the next addition.
    func closeMembers() {
        guard let state = opened else { return }
        opened = nil
        // Taken, so that what it releases is released while nothing is being changed.
        _ = state.openMembers.take()
    }
}

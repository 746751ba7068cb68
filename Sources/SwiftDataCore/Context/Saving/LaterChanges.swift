/// The changes of the models of a save after its plan was final.
///
/// The code that runs while stores write changes the models as at any other time, in the same lists. After the write
/// each model is compared with the values that were written: a difference is an unsaved change relative to them.
/// Nothing is done where nothing was edited meanwhile, and nothing where the save fails: everything is pending then.
struct LaterChanges {
    /// A model as the plan has it.
    struct Image {
        /// The identifier by which the row was given to the store.
        let identifier: PersistentIdentifier
        let written: LaterEdits.Written

        var values: [StoredValue] { written.values }
    }

    private let unit: UnitOfWork
    private var images: [ObjectIdentifier: Image] = [:]
    /// New models that left the context: their rows are to be deleted by the next save.
    private var left: [ModelState] = []
    /// New models with edits, which are changed models from now on.
    private var changed: [(state: ModelState, model: (any PersistentModel)?)] = []
    /// Deleted models that came back: they are new models from now on.
    private var returned: [any PersistentModel] = []
    private var repeated: [RepeatedEdits] = []
    /// Models to be deleted once the save is over.
    private var doomed: [ModelState] = []

    /// Nothing was edited.
    init(_ unit: UnitOfWork) { self.unit = unit }

    /// Looks at the models before they are brought in line with the written values.
    init(_ parts: [PlannedSave.Part], in unit: UnitOfWork) {
        self.unit = unit
        for part in parts {
            for (state, image) in part.images { images[ObjectIdentifier(state)] = image }
            for state in part.deleted where state.phase == .registered { takeOut(state) }
        }
    }

    /// Takes a deleted model that came back out of the context, until it can be a new one.
    private mutating func takeOut(_ state: ModelState) {
        guard let model = unit.pending.model(of: state) ?? state.model else { return }
        let relationships = state.partners.relationshipPartners()
        for (slot, partners) in relationships {
            guard let inverse = state.inverse(of: slot) else { continue }
            for partner in partners { partner._$modelState.otherSide.removePartner(state, slot: inverse.slot) }
        }
        unit.observers?.leave(state)
        state.forgetChanges()
        returned.append(model)
        repeated.append(RepeatedEdits(state: state, relationships: relationships))
    }

    /// The identifier by which a new model was given to the store.
    func identifier(of state: ModelState) -> PersistentIdentifier {
        images[ObjectIdentifier(state)]?.identifier ?? state.identifier
    }
}

// MARK: - New models

extension LaterChanges {
    /// The state of a new row: the state of its model, unless the model is itself new, here or in another context.
    mutating func owner(of new: ModelState, _ permanent: PersistentIdentifier) -> ModelState {
        guard let image = images[ObjectIdentifier(new)] else { return new }
        let owner = RowOwner(
            phase: new.phase,
            keepsIdentifier: new.identifier == image.identifier,
            isInContext: new.unit === unit
        )
        switch owner {
        case .model:
            return new
        case .formerModel:
            new.unit = unit
            new.held = HeldPartners()
            new.replaceValues(with: image.values)
            left.append(new)
            return new
        case .nobody:
            if new.unit === unit, case .temporary(let key) = image.identifier.id.key { key.permanent = permanent }
            let row = ModelState(layout: new.layout)
            row.replaceValues(with: image.values)
            row.unit = unit
            left.append(row)
            return row
        }
    }

    /// A new model turned out to be another one, which is brought in line with the values that were written first.
    mutating func join(_ upsert: Upsert) {
        let newcomer = upsert.newcomer
        if let index = left.firstIndex(where: { $0 === newcomer }) {
            left.remove(at: index)
            doomed.append(upsert.existing)
        }
        guard let changes = newcomer.changes, let image = images[ObjectIdentifier(newcomer)] else { return }
        repeated.append(RepeatedEdits(changes.slots, of: newcomer, on: newcomer))
        newcomer.forgetChanges()
        for slot in changes.slots { newcomer.put(image.values[slot].resolved, at: slot) }
    }

    /// Another model of the same row was made while the store wrote: it is read through this one from now on.
    mutating func absorb(_ twin: ModelState, into state: ModelState) {
        switch twin.phase {
        case .deleted: doomed.append(state)
        default: if let changes = twin.changes { repeated.append(RepeatedEdits(changes.slots, of: twin, on: state)) }
        }
        unit.observers?.leave(twin)
        unit.identityMap.forget(twin.identifier, twin)
        unit.removal.forgetPending(twin)
        twin.forgetChanges()
        twin.move(to: .gone)
        twin.successor = state
    }
}

// MARK: - Comparing

extension LaterChanges {
    /// Marks the new models that left as deleted ones.
    func markLeft() {
        for state in left { state.move(to: .deleted) }
    }

    /// Notes the differences of a model from its written values, which are its saved values from now on.
    mutating func rebase(_ state: ModelState, isNew: Bool) {
        guard let image = images[ObjectIdentifier(state)] else {
            state.forgetChanges()
            return
        }
        let later = state.edits.later(than: image.written, isNew: isNew)
        state.beginChanges(later)
        if isNew, later != nil { changed.append((state, unit.pending.inserted.model(of: state) ?? state.model)) }
    }

    /// True if a model is still pending after the save.
    private func isPending(_ state: ModelState) -> Bool { state.phase == .deleted || state.changes != nil }

    /// Brings the lists of pending models in line, and the identifiers in them.
    func alignPending(_ parts: [PlannedSave.Part]) {
        var saved: Set<ObjectIdentifier> = []
        for part in parts {
            for state in part.inserted { saved.insert(ObjectIdentifier(state)) }
            for state in part.updated where !isPending(state) { saved.insert(ObjectIdentifier(state)) }
            for state in part.deleted { saved.insert(ObjectIdentifier(state)) }
        }
        unit.removal.forgetPending(saved)
        for (state, model) in changed where state.phase == .registered && state.changes != nil {
            unit.pending.noteChanged(state, model)
        }
        // Nothing may hold the model any more, and a pending state needs one.
        unit.pending.forgetWritten()
        for state in left { unit.pending.noteDeleted(state, state.model ?? unit.making.newModel(over: state)) }
        for states in [unit.pending.inserted.values, unit.pending.changed.values, unit.pending.deleted.values] {
            for state in states {
                state.references.remapIdentifiers()
                state.changes?.remapIdentifiers()
            }
        }
    }

    /// Does the work that had to wait for the end of the save.
    func finish(_ deleted: [PersistentIdentifier]) {
        // Rows that the store has deleted along, whose models were made meanwhile.
        for identifier in deleted {
            if let state = unit.identityMap[identifier] { unit.vanishing.vanish(state) }
        }
        guard !returned.isEmpty || !repeated.isEmpty || !doomed.isEmpty else { return }
        // Edits that are repeated here can be undone already, as the original edits.
        let outer = unit.recording.go(on: ChangeJournal())
        defer { unit.recording.goBack(to: outer) }
        for model in returned { unit.insertion.insert(model) }
        for edits in repeated { edits.perform() }
        for state in doomed {
            if let model = unit.lookup.model(for: state.lastSuccessor.identifier) { unit.deletion.delete(model) }
        }
    }
}

extension PlannedSave.Part {
    /// The inserted and updated models as the plan has them. Released with the rows.
    var images: [(ModelState, LaterChanges.Image)] {
        zip(zip(inserted, insertedValues), changes.inserted).map { entry, row in
            (entry.0, LaterChanges.Image(identifier: row.persistentIdentifier, written: .init(values: entry.1)))
        }
            + zip(zip(updated, updatedValues), changes.updated).map { entry, row in
                let written = LaterEdits.Written(values: entry.1, toMany: row.toManyChanges)
                return (entry.0, LaterChanges.Image(identifier: row.persistentIdentifier, written: written))
            }
    }
}

extension StoredValue {
    /// The value with the identifiers that its models have now.
    var resolved: StoredValue {
        switch self {
        case .identifier(let identifier) where identifier.isTemporary: .identifier(identifier.resolved)
        case .identifiers(let members) where members.contains(where: \.isTemporary):
            .identifiers(members.map(\.resolved))
        default: self
        }
    }
}

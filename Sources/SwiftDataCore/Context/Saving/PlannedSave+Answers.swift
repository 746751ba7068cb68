extension PlannedSave.Part {
    /// Checks that the answer of a store to a save is consistent: afterwards nothing may fail any more.
    /// - Parameter registered: The state that the context has for an identifier.
    func check(_ answer: StoreSaveResult, registered: (PersistentIdentifier) -> ModelState?) throws {
        let needsNoLook = store.facts.contains(.answersSavesInOrder)
        guard !needsNoLook || answer.identifiers.count != inserted.count else { return }
        for (place, state) in inserted.enumerated() {
            guard let permanent = answer.remapped[temporary(at: place)] else {
                throw misbehaving("its save result does not map the temporary identifier of a saved model", state)
            }
            guard permanent.storeIdentifier == store.storeIdentifier else {
                throw misbehaving("it gave a saved model an identifier of another store", state)
            }
        }
        if !needsNoLook { try checkAllIdentifiers(answer, registered) }
    }

    private func checkAllIdentifiers(
        _ answer: StoreSaveResult,
        _ registered: (PersistentIdentifier) -> ModelState?
    ) throws {
        let doomed = Set(deleted.map(\.identifier))
        var owners: [PersistentIdentifier: ModelState] = [:]
        for (place, state) in inserted.enumerated() {
            guard let permanent = answer.remapped[temporary(at: place)] else { continue }
            guard !permanent.isTemporary, permanent.entityName == state.layout.entityName else {
                throw misbehaving("it gave a saved model a temporary identifier, or one of another entity", state)
            }
            guard !doomed.contains(permanent) else {
                throw misbehaving("it gave a new model the identifier of a model that the same save deleted", state)
            }
            let other = owners.updateValue(state, forKey: permanent) ?? registered(permanent)
            guard other == nil || state.layout.hasUniqueValues else {
                throw misbehaving("it gave a new model the identifier of another model", state)
            }
        }
        try checkNothingElse(answer, doomed)
    }

    private func checkNothingElse(_ answer: StoreSaveResult, _ doomed: Set<PersistentIdentifier>) throws {
        let known = Set(inserted.indices.map { temporary(at: $0) })
        if let unknownIdentifier = answer.remapped.keys.first(where: { !known.contains($0) }) {
            throw misbehaving("its save result maps an identifier that the save does not insert", unknownIdentifier)
        }
        if let deletedIdentifier = answer.reregistered.keys.first(where: doomed.contains) {
            throw misbehaving("its save result returns a row that the same save deleted", deletedIdentifier)
        }
    }

    /// The identifier by which a new row was given to the store. Its model may have another one since.
    private func temporary(at place: Int) -> PersistentIdentifier { changes.inserted[place].persistentIdentifier }

    private func misbehaving(_ what: String, _ state: ModelState) -> StoreError {
        misbehaving(what, state.identifier)
    }

    private func misbehaving(_ what: String, _ identifier: PersistentIdentifier) -> StoreError {
        StoreError(
            .misbehavingStore,
            "the store \"\(store.configurationName)\" broke its contract: \(what).",
            entity: identifier.entityName,
            model: identifier
        )
    }
}

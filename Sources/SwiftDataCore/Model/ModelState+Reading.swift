extension ModelState {
    /// The stored value of a slot, loaded from the store first when it was not fetched; `.unloaded` where it could not
    /// be read, or where a getter has given a stand-in for it and has not read it since.
    package func value(at slot: Int) -> StoredValue {
        let value = values[slot]
        guard case .unloaded = value else { return value }
        if let unit, !isLeftOut { unit.exclusively { unit.loading.load(self, slot: slot) } }
        return values[slot]
    }

    /// An attribute that is stored as it stands.
    package func storable<Value: _StorableValue>(at slot: Int) -> Value {
        if let value = Value(_stored: shownValue(at: slot)) { return value }
        return fallback(at: slot) ?? Value._zero
    }

    /// An attribute that its codec turns into a Swift value. The value is kept, so that it is decoded once.
    package func decoded<Value>(at slot: Int) -> Value? {
        let stored = shownValue(at: slot)
        if case .object(let box) = stored, let value = box.value as? Value { return value }
        guard case .attribute(let attribute) = layout.properties[slot].shape else { return nil }
        do {
            if let value = try attribute.value(from: stored) as? Value {
                switch stored {
                case .composite, .data:
                    if !isUnloaded(slot), !isEndingElsewhere { values[slot] = .object(ObjectBox(value)) }
                default: break
                }
                return value
            }
        } catch {
            // If nothing was read, the failure has been noted.
            if phase == .registered, !isUnloaded(slot), !layout.properties[slot].isEphemeral, !isEndingElsewhere {
                unit?.failures.note(error, of: self, slot: slot, isDamage: true)
                unit?.failures.announce()
            }
        }
        return fallback(at: slot)
    }

    /// Returns the value of a slot whose row is gone or damaged: the last value, the declared default, or a zero of the
    /// type.
    package func fallback<Value>(at slot: Int) -> Value? {
        let property = layout.properties[slot]
        if let original = changes?.original, original.indices.contains(slot),
            case .object(let box) = original[slot], let value = box.value as? Value
        {
            return value
        }
        if let value = property.defaultValue as? Value { return value }
        if case .attribute(let attribute) = property.shape { return attribute.fallbackValue() as? Value }
        return nil
    }

    /// The destination of a to-one relationship, or nil where there is none or its row is gone.
    package func destination(at slot: Int) -> (any PersistentModel)? {
        destination(trueValue(at: slot), slot)
    }

    private func destination(_ value: StoredValue, _ slot: Int) -> (any PersistentModel)? {
        guard case .identifier(let identifier) = value else { return nil }
        if let partner = held[slot]?.first { return partner }
        guard let unit, !isLeftOut else { return nil }
        return unit.exclusively { unit.partners.destination(identifier, of: self, slot: slot) }
    }

    /// The destination of a to-one relationship as a getter gives it.
    package func shownDestination(at slot: Int) -> (any PersistentModel)? {
        destination(shownValue(at: slot), slot)
    }

    /// The destination of a to-one relationship as a model of its class.
    package func destination<Model: PersistentModel>(at slot: Int, as type: Model.Type) -> Model? {
        guard let model = shownDestination(at: slot) else { return nil }
        // A cast of the runtime's own takes longer than all the rest.
        // The class is compared, so that the reference is what it is taken for.
        return Swift.type(of: model) == type ? unsafeDowncast(model, to: type) : model as? Model
    }

    /// The destinations of a to-many relationship, in order.
    package func destinations(at slot: Int) -> [any PersistentModel] {
        guard case .identifiers(let identifiers) = trueValue(at: slot), !identifiers.isEmpty else { return [] }
        if let partners = held[slot] { return partners }
        guard let unit, !isLeftOut else { return [] }
        return unit.exclusively { unit.partners.destinations(identifiers, of: self, slot: slot) }
    }

    /// The destinations of a to-many relationship as models of its class.
    package func members<Element: PersistentModel>(at slot: Int) -> [Element] {
        guard case .identifiers(let identifiers) = shownValue(at: slot), !identifiers.isEmpty else { return [] }
        if isLeftOut { return [] }
        if isUnloaded(slot) { return standInMembers(identifiers) }
        if let models: [Element] = openMembers?.models(slot, identifiers) { return models }
        if held[slot] == nil, let unit {
            if let models: [Element] = memberCaches[slot]?.models(for: identifiers, in: unit) { return models }
            return unit.exclusively { loadedMembers(identifiers, at: slot, in: unit) }
        }
        return destinations(at: slot).compactMap { $0 as? Element }
    }

    /// The models of members that were known before they could not be read.
    private func standInMembers<Element: PersistentModel>(_ identifiers: [PersistentIdentifier]) -> [Element] {
        identifiers.compactMap { identifier in
            guard let unit, !unit.lookup.isForgotten(identifier) else { return nil }
            return unit.lookup.model(for: identifier) as? Element
        }
    }

    private func loadedMembers<Element: PersistentModel>(
        _ identifiers: [PersistentIdentifier],
        at slot: Int,
        in unit: UnitOfWork
    ) -> [Element] {
        // A class without `@Model` has the layout of its superclass.
        let exact = Element._$modelLayout.modelType == Element.self ? Element._$modelLayout : nil
        let departures = unit.identityMap.departureCount
        var states: [Unmanaged<ModelState>] = []
        states.reserveCapacity(identifiers.count)
        let models = [Element](capacity: identifiers.count) { models in
            unit.partners.eachDestination(identifiers, of: self, slot: slot) { model, state in
                states.append(.passUnretained(state))
                // The layout of a state is that of its model's class.
                if state.layout === exact || model is Element { models.append(model) }
            }
        }
        memberCaches[slot] = MemberCache(states, departures: departures)
        return models
    }

    /// A blank model of a class, for a required relationship whose row is gone.
    package static func blank<Model: PersistentModel>(_ type: Model.Type) -> Model {
        let state = ModelState(layout: type._$modelLayout)
        state.move(to: .gone)
        return Model(backingData: DefaultBackingData<Model>(state))
    }
}

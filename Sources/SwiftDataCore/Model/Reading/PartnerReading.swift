/// The reading of relationships as models.
///
/// Changes nothing but the memory of members. Asks ``SlotReading`` for the identifiers, and the unit for their models.
package struct PartnerReading {
    let state: ModelState

    /// The destination of a to-one relationship, or nil where there is none or its row is deleted.
    package func destination(at slot: Int) -> (any PersistentModel)? {
        destination(state.reading.trueValue(at: slot), slot)
    }

    /// The destination of a to-one relationship as a getter gives it.
    package func shownDestination(at slot: Int) -> (any PersistentModel)? {
        destination(state.reading.shownValue(at: slot), slot)
    }

    /// The destination of a to-one relationship as a model of its class.
    package func destination<Model: PersistentModel>(at slot: Int, as type: Model.Type) -> Model? {
        guard let model = shownDestination(at: slot) else { return nil }
        // A cast of the runtime's own takes longer than all the rest. The class is compared, so that the reference has
        // the assumed type.
        return Swift.type(of: model) == type ? unsafeDowncast(model, to: type) : model as? Model
    }

    private func destination(_ value: StoredValue, _ slot: Int) -> (any PersistentModel)? {
        guard case .identifier(let identifier) = value else { return nil }
        if let partner = state.held[slot]?.first { return partner }
        guard let unit = state.unit, !state.ending.ignoresAccess else { return nil }
        return unit.exclusively { unit.partners.destination(identifier, of: state, slot: slot) }
    }

    /// The destinations of a to-many relationship, in order.
    package func destinations(at slot: Int) -> [any PersistentModel] {
        guard case .identifiers(let identifiers) = state.reading.trueValue(at: slot), !identifiers.isEmpty else {
            return []
        }
        if let partners = state.held[slot] { return partners }
        guard let unit = state.unit, !state.ending.ignoresAccess else { return [] }
        return unit.exclusively { unit.partners.destinations(identifiers, of: state, slot: slot) }
    }

    /// The models at the other end of a relationship.
    func models(at slot: Int) -> [any PersistentModel] {
        if case .toOne = state.layout.properties[slot].shape { return destination(at: slot).map { [$0] } ?? [] }
        return destinations(at: slot)
    }

    /// The models at the other end of each relationship, by slot.
    package func relationshipPartners(
        except unread: [Int] = []
    ) -> [(slot: Int, models: [any PersistentModel])] {
        state.layout.relationshipSlots.compactMap { slot in
            if unread.contains(slot) { return nil }
            if case .toOne = state.layout.properties[slot].shape { return destination(at: slot).map { (slot, [$0]) } }
            return (slot, destinations(at: slot))
        }
    }

    /// True if an optional to-many was set to nil.
    package func isNilToMany(_ slot: Int) -> Bool {
        if case .null = state.values[slot] { true } else { false }
    }

    /// The destinations of a to-many relationship as models of its class.
    package func members<Element: PersistentModel>(at slot: Int) -> [Element] {
        guard case .identifiers(let identifiers) = state.reading.shownValue(at: slot), !identifiers.isEmpty else {
            return []
        }
        if state.ending.ignoresAccess { return [] }
        if state.isUnloaded(slot) { return standInMembers(identifiers) }
        if let models: [Element] = state.openMembers?.models(slot, identifiers) { return models }
        if state.held[slot] == nil, let unit = state.unit {
            if let models: [Element] = state.memberCaches[slot]?.models(for: identifiers, in: unit) { return models }
            return unit.exclusively { loadedMembers(identifiers, at: slot, in: unit) }
        }
        return destinations(at: slot).compactMap { $0 as? Element }
    }

    /// The models of members that were known before they could not be read.
    private func standInMembers<Element: PersistentModel>(_ identifiers: [PersistentIdentifier]) -> [Element] {
        identifiers.compactMap { identifier in
            guard let unit = state.unit, !unit.lookup.isForgotten(identifier) else { return nil }
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
            unit.partners.eachDestination(identifiers, of: state, slot: slot) { model, other in
                states.append(.passUnretained(other))
                // The layout of a state is that of its model's class.
                if other.layout === exact || model is Element { models.append(model) }
            }
        }
        state.madeExtras.members.keep(MemberCache(states, departures: departures), slot: slot)
        return models
    }

    /// A blank model of a class, for a required relationship whose row is deleted.
    package static func blank<Model: PersistentModel>(_ type: Model.Type) -> Model {
        let state = ModelState(layout: type._$modelLayout)
        state.move(to: .gone)
        return Model(backingData: DefaultBackingData<Model>(state))
    }
}

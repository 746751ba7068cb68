/// The rows of a save as backing datas. A store with a snapshot type of its own makes its snapshots from them.
///
/// Relationships lead to models with their identifiers, and with their values where they are in the same save.
final class SnapshotBackings {
    /// The backing data of each row.
    private(set) var all: [PersistentIdentifier: any BackingData] = [:]
    private var states: [PersistentIdentifier: ModelState] = [:]
    /// States hold their models weakly.
    private var models: [PersistentIdentifier: any PersistentModel] = [:]
    private let types: SnapshotTypes

    init(_ snapshots: [DefaultSnapshot], _ types: SnapshotTypes) {
        self.types = types
        for snapshot in snapshots {
            add(snapshot.layout, snapshot.persistentIdentifier, snapshot.values)
        }
        for (identifier, state) in states { all[identifier] = Self.backing(state) }
        for snapshot in snapshots {
            guard let state = states[snapshot.persistentIdentifier] else { continue }
            for slot in state.values.indices {
                switch state.values[slot] {
                case .identifier(let destination): state.held[slot] = partners([destination])
                case .identifiers(let members): state.held[slot] = partners(members)
                default: continue
                }
            }
        }
    }

    /// Models that hold each other would never be released.
    func letGo() {
        for state in states.values { state.held = HeldPartners() }
    }

    private func partners(_ identifiers: [PersistentIdentifier]) -> [any PersistentModel] {
        identifiers.compactMap { identifier in
            if let model = models[identifier] { return model }
            guard let layout = types[identifier.entityName] else { return nil }
            return add(layout, identifier, layout.emptyValues)
        }
    }

    @discardableResult
    private func add(
        _ layout: ModelLayout,
        _ identifier: PersistentIdentifier,
        _ values: [StoredValue]
    ) -> any PersistentModel {
        let state = ModelState(layout: layout)
        state.replaceValues(with: values)
        state.identifier = identifier
        // In no context, and in none by way of a relationship either.
        state.move(to: .gone)
        let model = layout.make(state)
        state.isBound = true
        state.model = model
        states[identifier] = state
        models[identifier] = model
        return model
    }

    private static func backing(_ state: ModelState) -> any BackingData {
        func make<Model: PersistentModel>(_ type: Model.Type) -> any BackingData { DefaultBackingData<Model>(state) }
        return make(state.layout.modelType)
    }
}

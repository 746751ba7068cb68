package import SwiftDataCore

extension DefaultSnapshot {
    /// The values of a model as a store has them, for tests of queries on snapshots.
    package init(of model: any PersistentModel) {
        let state = model._$modelState
        self.init(
            persistentIdentifier: state.identifier,
            layout: state.layout,
            values: state.layout.properties.map { property in
                switch property.shape {
                case .attribute: state.reading.value(at: property.slot)
                case .toOne:
                    state.partners.destination(at: property.slot).map { .identifier($0.persistentModelID) } ?? .null
                case .toMany: .identifiers(state.partners.destinations(at: property.slot).map(\.persistentModelID))
                }
            }
        )
    }
}

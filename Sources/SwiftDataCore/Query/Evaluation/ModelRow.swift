/// A model as a row of a query: unsaved changes included, faults loaded as they are read.
package struct ModelRow: QueryRow {
    private let source: any PersistentModel
    private let state: ModelState

    package init(_ model: any PersistentModel) {
        source = model
        state = model._$modelState
    }

    package var identifier: PersistentIdentifier { state.identifier }
    package var layout: ModelLayout { state.layout }
    package var model: (any PersistentModel)? { source }

    package func value(slot: Int) -> StoredValue {
        let value = state.reading.trueValue(at: slot)
        // The unit of work has counted the failure: the caller learns that the answer is not one.
        if case .unloaded = value { return state.standIns.standIn(at: slot) }
        return value
    }

    package func destination(slot: Int) -> (any QueryRow)? { state.partners.destination(at: slot).map(ModelRow.init) }
    package func destinations(slot: Int) -> [any QueryRow] { state.partners.destinations(at: slot).map(ModelRow.init) }
}

/// Reports that a model of another context was used in this one. The next save throws it.
///
/// Changes the refused relation of the pending changes.
package struct ForeignReports {
    let unit: UnitOfWork

    private var core: ContainerCore { unit.core }

    /// Remembers that models of two contexts were related.
    package func report(_ state: ModelState, _ other: ModelState) {
        let advice =
            core === other.unit?.core
            ? "Fetch that model in this context, by its persistentModelID, and relate to what you fetched."
            : "Models of two containers cannot be related."
        report(
            "a model was related to a \(other.layout.entityName) of another \(place(of: other)). " + advice,
            in: state
        )
    }

    /// Remembers that a model of another context was inserted or deleted.
    package func report(_ what: String, _ state: ModelState) {
        let advice =
            core === state.unit?.core
            ? "Fetch it in this context, by its persistentModelID." : "Use a context of its own container."
        report("a model of another \(place(of: state)) was \(what). " + advice, in: state)
    }

    private func report(_ message: String, in state: ModelState) {
        let error = StoreError(.foreignContext, message, entity: state.layout.entityName)
        unit.pending.noteForeign(error)
        log.limited(.error, error.description, error.description)
    }

    private func place(of state: ModelState) -> String {
        core === state.unit?.core ? "context" : "container"
    }
}

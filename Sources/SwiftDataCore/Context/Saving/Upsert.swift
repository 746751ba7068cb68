/// A new model that turned out to be one that the context has: both have the same row from now on.
struct Upsert {
    let newcomer: ModelState
    let existing: ModelState

    /// Gives the values of the new model to the other one, through which the new one is read and written afterwards.
    func join() {
        newcomer.references.remapIdentifiers()
        let row = DefaultSnapshot(
            persistentIdentifier: existing.identifier,
            layout: newcomer.layout,
            values: newcomer.values
        )
        // First, since an observer of the other model may use this one.
        newcomer.unit?.observers?.leave(newcomer)
        newcomer.move(to: .gone)
        newcomer.successor = existing
        existing.refreshing.refresh(with: row)
        existing.faulting.forgetToMany()
        existing.unit?.observers?.enter(existing)
    }
}

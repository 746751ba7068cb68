/// The way of a commit that a batch operation of the context has made, to every context of the container.
///
/// Changes: nothing itself. The rows go by way of the inbox, of this context too.
struct BatchCommits {
    let unit: UnitOfWork

    /// Lets every context, observer and stream receive a commit that the store has made at the request of this context.
    /// - Parameters:
    ///   - touched: Rows that have other partners now, without being part of the commit.
    ///   - taken: Is called when this context has received the commit, before the program is notified of it.
    func deliver(
        _ commit: StoreCommit,
        touched: Set<PersistentIdentifier> = [],
        _ taken: () -> Void = {}
    ) {
        var delivery = ContextMailbox.Delivery(commit)
        delivery.updated += touched.subtracting(commit.updated).sorted()
        delivery.joined.formUnion(touched)
        // This context has to receive it as well.
        unit.core.deliver(delivery, from: nil)
        if !commit.isEmpty { unit.core.commits.announce(commit) }
        unit.receiving.receive()
        taken()
        if !commit.isEmpty { unit.core.postStoreChange(commit.userInfo) }
    }

    /// Runs a change of models in a context of its own and saves it, so that unsaved changes of this one stay as they
    /// are.
    ///
    /// No other writer changes the rows between their fetch and the save: the stores are locked. Where one has no lock, a
    /// row that was changed meanwhile is a conflict.
    func byModels<Result>(_ change: (UnitOfWork) throws -> Result) throws -> Result {
        let other = ModelContext(unit.core.container())
        other.autosaveEnabled = false
        other.author = unit.editing.author
        let result = try other.unit.isolating.serialTransaction(posting: other) {
            try other.unit.failures.withoutStandIns { try change(other.unit) }
        }
        unit.receiving.receive()
        return result
    }
}

/// Signals to an iterator over results that they may have changed: two flags, however many commits there were.
final class ResultSignal: Sendable {
    private struct State {
        /// True if the results have to be looked at.
        var isDue = true
        /// True if a result, or a model related to one, was written.
        var isWritten = false
        /// The results, or nil while they are being brought up to date, when any model may be one.
        var results: Set<PersistentIdentifier>?
    }

    private let state = Locked(State())
    private let waiter = StreamWaiter()

    /// The results may have changed.
    func mark() {
        state.withLock { $0.isDue = true }
        waiter.wake()
    }

    /// Notes a commit.
    func hear(_ commit: StoreCommit, _ entities: ResultEntities) {
        guard commit.everything || entities.areTouched(by: commit) else { return }
        let isRelated = commit.everything || entities.areRelatedTouched(by: commit)
        state.withLock { state in
            state.isDue = true
            let results = state.results
            state.isWritten =
                state.isWritten || isRelated || commit.updated.contains { results?.contains($0) ?? true }
        }
        waiter.wake()
    }

    /// True if a result was written, false if not; nil where there is no new commit. Later commits set the flags again.
    func begin() -> Bool? {
        state.withLock { state in
            guard state.isDue else { return nil }
            state.isDue = false
            state.results = nil
            return exchange(&state.isWritten, with: false)
        }
    }

    /// The results are these now.
    func end(_ results: Set<PersistentIdentifier>) {
        state.withLock { $0.results = results }
    }

    func wait(isolation: isolated (any Actor)? = #isolation) async { await waiter.wait() }
}

/// The entities whose rows have to do with the results of a fetch.
struct ResultEntities: Sendable {
    /// The class of the results and its subclasses.
    private let own: Set<String>
    /// The entities that the results are related to, over any number of steps.
    private let related: Set<String>

    init(of type: any PersistentModel.Type, in schema: Schema) {
        // Any holder of the schema may change it; its classes stay.
        let layouts = schema.layouts
        var own: Set<String> = []
        var related: Set<String> = []
        var waiting: [ModelLayout] = []
        func add(_ layout: ModelLayout, to names: inout Set<String>) {
            names.insert(layout.entityName)
            for kind in layouts where kind.isKind(of: layout) && names.insert(kind.entityName).inserted {
                waiting.append(kind)
            }
        }
        waiting = [type._$modelLayout]
        add(type._$modelLayout, to: &own)
        while let layout = waiting.popLast() {
            for slot in layout.relationshipSlots {
                guard let destination = layout.properties[slot].relationship?.destination else { continue }
                add(destination._$modelLayout, to: &related)
            }
        }
        self.own = own
        self.related = related
    }

    func areTouched(by commit: StoreCommit) -> Bool {
        Self.rows(of: commit).contains {
            $0.contains { own.contains($0.entityName) || related.contains($0.entityName) }
        }
    }

    func areRelatedTouched(by commit: StoreCommit) -> Bool {
        !related.isEmpty && Self.rows(of: commit).contains { $0.contains { related.contains($0.entityName) } }
    }

    private static func rows(of commit: StoreCommit) -> [[PersistentIdentifier]] {
        [commit.inserted, commit.updated, commit.deleted]
    }
}

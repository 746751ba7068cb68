/// The answers of the stores to a save.
struct SaveOutcome {
    private(set) var reregistered: [PersistentIdentifier: DefaultSnapshot] = [:]
    private(set) var tokens: [String: any HistoryToken] = [:]
    private(set) var inserted: [PersistentIdentifier] = []
    private(set) var updated: [PersistentIdentifier] = []
    private(set) var deleted: [PersistentIdentifier] = []
    /// The identifiers of the new rows, in the order in which they were given; nil where a store did not give one for
    /// each row in order.
    private var permanent: [PersistentIdentifier]? = []
    /// The rows that were deleted without a model.
    private var cascaded: [PersistentIdentifier] = []
    /// The rows that new models turned out to be.
    private(set) var joined: Set<PersistentIdentifier> = []
    /// The optimistic-lock counters of rows that the stores have written besides, or whose counters were not known
    /// before.
    private(set) var locks: [PersistentIdentifier: Int64] = [:]

    /// The number of rows that were written.
    var rowCount: Int { inserted.count + updated.count + deleted.count }

    mutating func add(_ part: PlannedSave.Part, _ result: StoreSaveResult) {
        reregistered.merge(result.reregistered) { _, new in new }
        tokens[part.store.storeIdentifier] = result.historyToken
        locks.merge(result.locks) { _, new in new }
        cascaded += result.cascaded
        if result.identifiers.count == part.inserted.count {
            if permanent?.isEmpty == true {
                permanent = result.identifiers
            } else {
                permanent?.append(contentsOf: result.identifiers)
            }
        } else {
            permanent = nil
        }
    }

    /// Notes the identifiers of the written rows, once the models have them. A new model that turned out to be a stored
    /// one is an update of that.
    mutating func note(_ parts: [PlannedSave.Part], _ upserts: [Upsert]) {
        deleted = identifiers(parts) { $0.deleted } + cascaded
        guard !upserts.isEmpty || !reregistered.isEmpty else {
            inserted = permanent ?? identifiers(parts) { $0.inserted }
            updated = identifiers(parts) { $0.updated }
            return
        }
        let newcomers = parts.flatMap(\.inserted)
        let new = Set(newcomers.map { ObjectIdentifier($0) })
        let rows = UpsertedRows(
            newcomers.map { .init(identifier: $0.identifier, hasUniqueValues: $0.layout.hasUniqueValues) },
            updated: identifiers(parts) { $0.updated },
            joins: upserts.map { upsert in
                .init(identifier: upsert.existing.identifier, isNew: new.contains(ObjectIdentifier(upsert.existing)))
            },
            answered: reregistered.mapValues(\.lock)
        )
        (inserted, updated, joined) = (rows.inserted, rows.updated, rows.joined)
    }

    private func identifiers(
        _ parts: [PlannedSave.Part],
        _ states: (PlannedSave.Part) -> [ModelState]
    ) -> [PersistentIdentifier] {
        var found: [PersistentIdentifier] = []
        for part in parts {
            let states = states(part)
            found.reserveCapacity(found.count + states.count)
            for state in states { found.append(state.identifier) }
        }
        return found
    }

    /// True if a new row has come back with values that the store made, and is no row that existed before.
    func wasChangedByStore(_ state: ModelState) -> Bool {
        let answered = reregistered[state.identifier]?.lock
        return UpsertedRows.isFresh(answered, hasUniqueValues: state.layout.hasUniqueValues)
    }

    /// The delivery for the other contexts: the rows that the save has touched.
    var delivery: ContextMailbox.Delivery {
        var touched: [PersistentIdentifier] = []
        if !locks.isEmpty {
            let reported = Set(updated).union(inserted)
            touched = locks.keys.filter { !reported.contains($0) }
        }
        return ContextMailbox.Delivery(inserted: inserted, updated: updated + touched, deleted: deleted, joined: joined)
    }

    /// Returns the commit of the save to each store, under the name of an author.
    func commits(by author: String?) -> [StoreCommit] {
        var commits: [String: StoreCommit] = [:]
        func note(_ identifiers: [PersistentIdentifier], in list: WritableKeyPath<StoreCommit, [PersistentIdentifier]>)
        {
            for identifier in identifiers {
                let store = identifier.storeIdentifier ?? ""
                commits[store, default: StoreCommit(storeIdentifier: store)][keyPath: list].append(identifier)
            }
        }
        note(inserted, in: \.inserted)
        note(updated, in: \.updated)
        note(deleted, in: \.deleted)
        return commits.keys.sorted().compactMap { store in
            var commit = commits[store]
            commit?.author = author
            commit?.token = tokens[store]
            return commit
        }
    }

    /// The identifiers under the enum case and under its raw value: existing code reads either.
    var userInfo: [AnyHashable: Any] {
        var entries: [ModelContext.NotificationKey: Any] = [
            .insertedIdentifiers: inserted, .updatedIdentifiers: updated, .deletedIdentifiers: deleted,
        ]
        if !tokens.isEmpty { entries[.historyTokens] = tokens }
        return ModelContext.userInfo(entries)
    }
}

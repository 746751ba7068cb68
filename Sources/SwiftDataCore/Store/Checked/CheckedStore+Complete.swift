/// A store of any type, for a client that writes rows without a context.
package protocol CompleteRowStore: StoreAccess {
    /// Keeps saves of contexts away while a client works.
    var gate: SaveGate { get }
    /// The history, without the types of the store; nil where it keeps none, or one without tokens that can be kept.
    var erasedHistory: (any ErasedHistory)? { get }
    /// Rows by identifier, with the members of to-many relationships as the store has them. Missing rows are left out.
    func completeRows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot]
    /// All rows of a class and of its subclasses.
    func completeRows(of layout: ModelLayout, _ editing: EditingState) throws -> [DefaultSnapshot]
}

extension CheckedStore: CompleteRowStore {
    package func completeRows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try wholeRows(for: identifiers, editing, .salvaging)
    }

    package func completeRows(of layout: ModelLayout, _ editing: EditingState) throws -> [DefaultSnapshot] {
        func fetch<T: PersistentModel>(_ type: T.Type) throws -> [DefaultSnapshot] {
            try fetchWhole(FetchDescriptor<T>(), editing, .salvaging).rows
        }
        return try fetch(layout.modelType)
    }

    package var erasedHistory: (any ErasedHistory)? {
        guard let provider = store as? any HistoryProviding else { return nil }
        func open<Provider: HistoryProviding>(_ provider: Provider) -> (any ErasedHistory)? {
            TypedHistory<Provider.HistoryType>.open(self)
        }
        return open(provider)
    }

    /// Brings the rows of a save up to date with the writes of a client since the context read them: the slots that the
    /// context has changed are taken from the context, and the other slots from the store.
    func merged(_ rows: [DefaultSnapshot], _ editing: EditingState) throws -> [DefaultSnapshot] {
        guard gate.needsMerging else { return rows }
        let changed = rows.filter { $0.changedSlots != nil }.map(\.persistentIdentifier)
        guard !changed.isEmpty else { return rows }
        let stored = try wholeRows(for: changed, editing)
        return rows.map { row in
            guard let slots = row.changedSlots, let stored = stored[row.persistentIdentifier] else { return row }
            return row.merged(into: stored, changed: Set(slots))
        }
    }
}

extension DefaultSnapshot {
    fileprivate func merged(into stored: DefaultSnapshot, changed: Set<Int>) -> DefaultSnapshot {
        guard stored.layout === layout else { return self }
        var row = self
        for slot in values.indices {
            guard changed.contains(slot) else {
                if !layout.properties[slot].isEphemeral { row.values[slot] = stored.values[slot] }
                continue
            }
            guard case .identifiers(let own) = values[slot], case .identifiers(let others) = stored.values[slot] else {
                continue
            }
            // The order is that of the context. Members that the context does not know of come last.
            let change = toManyChanges[slot] ?? ToManyChange()
            let (added, removed) = (Set(change.added), Set(change.removed))
            let (known, kept) = (Set(own), Set(others))
            row.values[slot] = .identifiers(
                own.filter { kept.contains($0) || added.contains($0) }
                    + others.filter { !known.contains($0) && !removed.contains($0) }
            )
        }
        return row
    }
}

import Foundation

// Rows by identifier, and those at the other end of relationships. Our stores find them by themselves. Of any other
// store they are had by what every store can do: what it has cached first, then a fetch.

extension StoreBox {
    package func rows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try wholeRows(for: identifiers, editing).mapValues { isOurs ? $0 : $0.withoutMembers }
    }

    package func salvagedRows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard let loading = store as? any RelationshipLoading else {
            return try wholeRows(for: identifiers, editing, .salvaging).mapValues(\.withoutMembers)
        }
        return try loading.salvagedSnapshots(for: identifiers, editingState: editing)
    }

    package func relatedRows(
        slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        try related(slot, layout, owners, salvaging: false, editing)
    }

    package func salvagedRelatedRows(
        slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        try related(slot, layout, owners, salvaging: true, editing)
    }

    private func related(
        _ slot: Int,
        _ layout: ModelLayout,
        _ owners: [PersistentIdentifier],
        salvaging: Bool,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        guard let loading = store as? any RelationshipLoading else {
            return try members(slot, layout, owners, editing, salvaging ? .salvaging : .strict)
        }
        return try loading.relatedSnapshots(
            slot: slot,
            of: layout,
            for: owners,
            salvaging: salvaging,
            editingState: editing
        )
    }

    /// The members that the owners' rows name, as far as there are rows of them.
    private func members(
        _ slot: Int,
        _ layout: ModelLayout,
        _ owners: [PersistentIdentifier],
        _ editing: EditingState,
        _ receiving: Receiving
    ) throws -> [PersistentIdentifier: [DefaultSnapshot]] {
        let named = try wholeRows(for: owners, editing, receiving)
            .filter { !$0.value.isUnloaded(slot) }
            .mapValues { $0.members(slot) }
        let rows = try wholeRows(for: named.values.flatMap { $0 }, editing, receiving)
        // Where the other side is to-one, it decides: a member has one owner.
        var back: Int?
        if let inverse = layout.inverse(of: slot), case .toOne = inverse.layout.properties[inverse.slot].shape {
            back = inverse.slot
        }
        return named.reduce(into: [:]) { result, entry in
            let (owner, members) = entry
            result[owner] = members.compactMap { identifier in
                guard let row = rows[identifier] else { return nil }
                if let back, case .identifier(let other) = row.values[back], other != owner { return nil }
                return row.withoutMembers
            }
        }
    }

    /// What the store has at hand; nothing where it cannot say.
    private func cached(
        _ identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: Store.Snapshot] {
        do {
            return try calling(about: identifiers.first?.entityName) {
                try $0.cachedSnapshots(for: identifiers, editingState: editing)
            }
        } catch let error as DataStoreError where error.isLeftToContext && !isOurs {
            return [:]
        }
    }

    /// Rows by identifier, with the members of to-many relationships as the store has them.
    func wholeRows(
        for identifiers: [PersistentIdentifier],
        _ editing: EditingState,
        _ receiving: Receiving = .strict
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let cached = try cached(identifiers, editing)
        let found = try received(cached, receiving)
        guard !isOurs else { return found }
        let wanted = Set(identifiers.filter { !$0.isTemporary })
        var rows = found.filter { wanted.contains($0.key) }
        var missing: [String: Set<PersistentIdentifier>] = [:]
        for identifier in wanted where rows[identifier] == nil {
            missing[identifier.entityName, default: []].insert(identifier)
        }
        for (entity, identifiers) in missing {
            guard let type = types[entity]?.modelType else { continue }
            func fetch<T: PersistentModel>(_ type: T.Type) throws -> [DefaultSnapshot] {
                try fetchWhole(FetchDescriptor<T>(predicate: hasIdentifier(in: identifiers)), editing, receiving).rows
            }
            for row in try _openExistential(type, do: fetch) where identifiers.contains(row.persistentIdentifier) {
                rows[row.persistentIdentifier] = row
            }
        }
        return rows
    }
}

/// The rows with some identifiers.
private func hasIdentifier<T: PersistentModel>(in identifiers: Set<PersistentIdentifier>) -> Predicate<T> {
    Predicate<T> { model in
        PredicateExpressions.build_contains(
            PredicateExpressions.build_Arg(identifiers),
            PredicateExpressions.build_KeyPath(
                root: PredicateExpressions.build_Arg(model),
                keyPath: \.persistentModelID
            )
        )
    }
}

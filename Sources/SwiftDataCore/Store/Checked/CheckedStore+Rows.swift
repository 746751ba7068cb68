import Foundation

// Rows by identifier, and those at the other end of relationships: by the requirements of every store. Its cached rows
// come first, then a fetch.

extension CheckedStore {
    package func rows(
        for identifiers: [PersistentIdentifier],
        salvaging: Bool,
        _ editing: EditingState
    ) throws -> RowBatch {
        let found = try wholeRows(for: identifiers, editing, salvaging ? .salvaging : .strict)
        var seen = Set<PersistentIdentifier>(minimumCapacity: identifiers.count)
        return RowBatch(identifiers.compactMap { seen.insert($0).inserted ? found[$0]?.withoutMembers : nil })
    }

    package func members(
        _ slot: Int,
        of layout: ModelLayout,
        owners: [PersistentIdentifier],
        salvaging: Bool,
        limit: Int,
        _ editing: EditingState
    ) throws -> MemberBatch {
        let found = try members(slot, layout, owners, editing, salvaging ? .salvaging : .strict)
        var rows: [DefaultSnapshot] = []
        let ranges = owners.map { owner -> Range<Int>? in
            guard let members = found[owner] else { return nil }
            let start = rows.count
            rows.append(contentsOf: members)
            return start..<rows.count
        }
        return MemberBatch(rows: RowBatch(rows), ranges: ranges)
    }

    package var keepsMembersByKey: Bool { false }

    package func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: PersistentIdentifier] { [:] }

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
        // If the other side is to-one, it decides: a member has one owner.
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

    /// Returns the snapshots that the store has in memory; none where the store does not know.
    private func cached(
        _ identifiers: [PersistentIdentifier],
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: Store.Snapshot] {
        do {
            return try calling(about: identifiers.first?.entityName) {
                try $0.cachedSnapshots(for: identifiers, editingState: editing)
            }
        } catch let error as DataStoreError where error.isResidual {
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
            for row in try fetch(type) where identifiers.contains(row.persistentIdentifier) {
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

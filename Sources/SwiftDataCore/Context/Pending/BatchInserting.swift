/// Inserts rows that no model is made for.
///
/// The rows go by way of the store and the inbox. Asks: the stores.
package struct BatchInserting {
    let unit: UnitOfWork

    private var core: ContainerCore { unit.core }

    /// Inserts rows of a class, all of them or none.
    /// - Parameters:
    ///   - rows: The rows, each with a temporary identifier of the class and a value for each slot.
    ///   - refusesDuplicates: True if unique values that exist already are an error.
    package func insert<T: PersistentModel>(
        _ rows: [DefaultSnapshot],
        of type: T.Type,
        refusesDuplicates: Bool
    ) throws {
        let layout = T._$modelLayout
        try unit.exclusively {
            try unit.saveRequests.refuseBatch("insert(_:_:)")
            guard let store = core.store(forEntity: layout.entityName) else {
                throw StoreError.withoutStore(layout.entityName)
            }
            unit.receiving.receive()
            guard !rows.isEmpty else { return }
            try checkDestinations(of: rows, layout)
            // In an isolated transaction everything is written at its end, or nothing.
            if unit.isolation.isInBlock { return insertModels(rows, T.self, unit) }
            // A store of the program may keep the members of a relationship with their owner, and a partner in a
            // one-to-one relationship has a column for the new row, as the partner that it had before. A save counts the
            // members of relationships.
            guard store.walked != nil, !pairsRows(rows, layout), !hasLimits(layout) else {
                return try unit.batchCommits.byModels { other in
                    other.refusesDuplicates = refusesDuplicates
                    insertModels(rows, T.self, other)
                }
            }
            var changes = StoreChanges()
            changes.inserted = rows
            changes.refusesDuplicates = refusesDuplicates
            let result = try core.measuring.measure(.batchInsert, layout.entityName, rowCount: { _ in rows.count }) {
                try store.save(changes, unit.editing) {}
            }
            unit.batchCommits.deliver(commit(of: rows, result, store), touched: owners(of: rows, layout))
        }
    }

    /// - Throws: ``StoreError`` with code `validation` where a relationship leads to a model that has no row.
    private func checkDestinations(of rows: [DefaultSnapshot], _ layout: ModelLayout) throws {
        for property in layout.properties where property.isToOne {
            for row in rows {
                guard case .identifier(let identifier) = row.values[property.slot], identifier.resolved.isTemporary
                else { continue }
                if unit.isolation.isInBlock, unit.lookup.registered(identifier) != nil { continue }
                throw StoreError(
                    .validation,
                    "it leads to a model that has not been saved. Save the model first, or insert in an isolated "
                        + "transaction of its context.",
                    entity: layout.entityName,
                    property: property.name
                )
            }
        }
    }

    /// True if a row leads to a partner that leads back to one row.
    private func pairsRows(_ rows: [DefaultSnapshot], _ layout: ModelLayout) -> Bool {
        layout.properties.contains { property in
            guard property.isToOne, let inverse = core.inverse(of: property.slot, in: layout),
                inverse.layout.properties[inverse.slot].isToOne
            else { return false }
            return rows.contains { if case .identifier = $0.values[property.slot] { true } else { false } }
        }
    }

    /// True if the numbers of members of relationships that a new row takes part in have limits.
    private func hasLimits(_ layout: ModelLayout) -> Bool {
        layout.properties.contains { property in
            guard let (relationship, _) = property.relationship else { return false }
            guard property.isToOne else { return (relationship.minimumModelCount ?? 0) > 0 }
            guard let inverse = core.inverse(of: property.slot, in: layout),
                let (members, _) = inverse.layout.properties[inverse.slot].relationship
            else { return false }
            return (members.maximumModelCount ?? 0) > 0 || (members.minimumModelCount ?? 0) > 0
        }
    }

    /// The models that to-one relationships of the rows lead to: they have more members now.
    private func owners(of rows: [DefaultSnapshot], _ layout: ModelLayout) -> Set<PersistentIdentifier> {
        let slots = layout.properties.filter(\.isToOne).map(\.slot)
        var owners: Set<PersistentIdentifier> = []
        for slot in slots {
            var last: PersistentIdentifier?
            for row in rows {
                guard case .identifier(let owner) = row.values[slot], owner != last else { continue }
                last = owner
                owners.insert(owner.resolved)
            }
        }
        return owners
    }

    /// A new row that the store has answered with values for was a stored row.
    private func commit(
        of rows: [DefaultSnapshot],
        _ result: StoreSaveResult,
        _ store: any StoreAccess
    ) -> StoreCommit {
        var commit = StoreCommit(storeIdentifier: store.storeIdentifier)
        commit.author = unit.editing.author
        commit.token = result.historyToken
        var known: Set<PersistentIdentifier> = []
        for (place, row) in rows.enumerated() {
            guard let identifier = result.permanent(of: row.persistentIdentifier, at: place) else { continue }
            if row.layout.hasUniqueValues, result.reregistered[identifier] != nil {
                if known.insert(identifier).inserted { commit.updated.append(identifier) }
            } else if known.insert(identifier).inserted {
                // Two of the rows may have had one unique value.
                commit.inserted.append(identifier)
            }
        }
        let listed = known
        commit.updated += result.locks.keys.filter { !listed.contains($0) }.sorted()
        return commit
    }

    /// Inserts a model for each row.
    private func insertModels<T: PersistentModel>(_ rows: [DefaultSnapshot], _ type: T.Type, _ unit: UnitOfWork) {
        for row in rows {
            let state = ModelState(layout: row.layout)
            for property in row.layout.properties where property.relationship == nil {
                state.put(row.values[property.slot], at: property.slot)
            }
            let model = T(backingData: DefaultBackingData<T>(state))
            unit.insertion.insert(model)
            for property in row.layout.properties where property.isToOne {
                guard case .identifier(let identifier) = row.values[property.slot] else { continue }
                state.toOne.write(property.slot, unit.lookup.model(for: identifier))
            }
        }
    }
}

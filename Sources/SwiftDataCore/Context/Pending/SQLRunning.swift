/// Runs statements in SQL of the program.
///
/// Changes: the models of the rows that a statement changes, as the program would. Asks: the stores; the pending changes,
/// which a statement does not see.
package struct SQLRunning {
    let unit: UnitOfWork

    /// The rows of a statement that only reads.
    package func rows(_ query: SQLQuery) throws -> [[StoredValue]] {
        try unit.exclusively {
            unit.receiving.receive()
            return try unit.core.measuring.measure(.sql, nil, rowCount: \.count) { try store(query).rows(of: query) }
        }
    }

    /// Gives the models of this context the changes that a statement makes. They are not saved.
    /// - Returns: The number of rows that are changed.
    package func change(_ query: SQLQuery) throws -> Int {
        try unit.exclusively {
            try unit.saveRequests.checkIsWritable("execute(_:)")
            try unit.saveRequests.refuseInMiddleOfSave("execute(_:)")
            unit.receiving.receive()
            unit.cascades.followCascades()
            try refuseUnseenChanges(query)
            let effects = try unit.core.measuring.measure(.sql, nil, rowCount: { $0.updated.count }) {
                try store(query).effects(of: query, unit.editing)
            }
            let updated = try models(effects.updated.map(\.persistentIdentifier))
            let deleted = try models(effects.deleted)
            for row in effects.updated {
                guard let model = updated[row.persistentIdentifier] else { continue }
                for slot in effects.writtenSlots[row.layout.entityName] ?? [] { write(row, slot, model._$modelState) }
            }
            for row in effects.inserted { insert(row) }
            for model in deleted.values { unit.deletion.delete(model) }
            return effects.updated.count + effects.inserted.count + effects.deleted.count
        }
    }

    private func store(_ query: SQLQuery) throws -> any StoreAccess {
        let stores = query.entityNames.sorted().map { unit.core.store(forEntity: $0) }
        guard !stores.isEmpty else { throw SQLFailure.refused("it names no class. Interpolate a model class") }
        guard let store = stores[0], stores.allSatisfy({ $0 === store }) else {
            throw SQLFailure.refused("its classes are in different stores. Run one statement for each store")
        }
        return store
    }

    /// - Throws: ``StoreError`` with code `validation` where the context has unsaved changes that the statement would not
    ///   see.
    private func refuseUnseenChanges(_ query: SQLQuery) throws {
        for name in query.entityNames.sorted() {
            guard let layout = unit.core.schema.entitiesByName[name]?.modelType.map({ ModelLayout.of($0) }),
                !unit.pending.inserted(of: layout).isEmpty || !unit.pending.deleted(of: layout).isEmpty
                    || unit.pending.changed(of: layout).contains(where: unit.isReallyChanged)
            else { continue }
            throw StoreError(
                .validation,
                "the context has unsaved changes, which a statement in SQL does not see. Save them first.",
                entity: name
            )
        }
    }

    private func models(_ identifiers: [PersistentIdentifier]) throws -> [PersistentIdentifier: any PersistentModel] {
        var models: [PersistentIdentifier: any PersistentModel] = [:]
        for (name, group) in Dictionary(grouping: identifiers, by: \.entityName) {
            guard let type = unit.core.schema.entitiesByName[name]?.modelType else { continue }
            let found = try unit.aggregating.models(type, of: group.map { .identifier($0) })
            models.merge(found) { first, _ in first }
        }
        return models
    }

    private func write(_ row: DefaultSnapshot, _ slot: Int, _ state: ModelState) {
        guard row.layout.properties[slot].isToOne else { return state.writing.assign(slot, row.values[slot]) }
        if case .identifier(let identifier) = row.values[slot] {
            state.toOne.write(slot, unit.lookup.model(for: identifier))
        } else {
            state.toOne.write(slot, nil)
        }
    }

    private func insert(_ row: DefaultSnapshot) {
        func open<T: PersistentModel>(_ type: T.Type) {
            let state = ModelState(layout: row.layout)
            for property in row.layout.properties where property.relationship == nil {
                state.put(row.values[property.slot], at: property.slot)
            }
            unit.insertion.insert(T(backingData: DefaultBackingData<T>(state)))
            for property in row.layout.properties where property.isToOne { write(row, property.slot, state) }
        }
        open(row.layout.modelType)
    }
}

/// The models of a part of a long list of identifiers, loaded together.
///
/// Changes: the identity map, by ``ModelMaking``. The cascades of deleted models are followed first. Asks: the stores; the
/// identity map; the generation.
struct ListLoading {
    let unit: UnitOfWork

    /// The models of some identifiers, loaded together.
    /// - Throws: ``StoreError`` when a row cannot be read.
    func models<T: PersistentModel>(_ type: T.Type, for identifiers: Slice<IdentifierList>) throws -> [T] {
        let models = try read(type, for: identifiers)
        if unit.core.hasFetchHooks { FetchHooks.run(models) }
        return models
    }

    private func read<T: PersistentModel>(_ type: T.Type, for identifiers: Slice<IdentifierList>) throws -> [T] {
        unit.cascades.followCascades()
        // A class without `@Model` has the layout of its superclass, whose rows are not of it.
        if T._$modelLayout.modelType == T.self { return try batchedModels(identifiers) }
        let batch = FaultBatch(Array(identifiers))
        if let first = identifiers.first(where: { unit.identityMap[$0] == nil && !$0.isTemporary }),
            let store = unit.core.store(of: first)
        {
            let wanted = identifiers.filter { unit.identityMap[$0] == nil }
            for var row in try store.rows(for: wanted, salvaging: false, unit.editing).snapshots {
                try FetchedValues.check(&row, known: nil)
                batch.keep(LoadedRow(row), of: row.persistentIdentifier, generation: unit.generation)
            }
        }
        return models(type, identifiers, batch)
    }

    /// The same where no error can be thrown: models that cannot be read are left as faults.
    func loadedModels<T: PersistentModel>(_ type: T.Type, for identifiers: Slice<IdentifierList>) -> [T] {
        do {
            return try ContextCall.withoutStop { try unit.exclusively { try models(type, for: identifiers) } }
        } catch {
            log.error("\(T._$modelLayout.entityName): a batch could not be loaded: \(error)")
            return models(type, identifiers, FaultBatch(Array(identifiers)))
        }
    }

    private func models<T: PersistentModel>(
        _ type: T.Type,
        _ identifiers: Slice<IdentifierList>,
        _ batch: FaultBatch
    ) -> [T] {
        var models: [T] = []
        models.reserveCapacity(identifiers.count)
        for (index, identifier) in identifiers.enumerated() {
            models.append(model(identifier, batch, index))
        }
        return models
    }

    private func model<T: PersistentModel>(_ identifier: PersistentIdentifier, _ batch: FaultBatch, _ index: Int) -> T {
        unit.lookup.model(for: identifier, batch: batch, index: index) as? T ?? PartnerReading.blank(T.self)
    }

    /// The models of rows that are read together.
    private func batchedModels<T: PersistentModel>(_ identifiers: Slice<IdentifierList>) throws -> [T] {
        let all = identifiers.base
        let isFresh = unit.identityMap.count == 0
        let unregistered = identifiers.indices.filter {
            isFresh && all.hasKeys || unit.identityMap[all[$0]] == nil && !all[$0].isTemporary
        }
        var places: [Int] = []
        var read: [T] = []
        let batch = FaultBatch(Array(identifiers))
        if !unregistered.isEmpty {
            let store = try unit.core.store(for: T.self)
            let list = all.selecting(unregistered)
            let rows = try store.rows(list, of: T._$modelLayout, unit.editing)
            places = rows.identifiers.places(in: list).map { unregistered[$0] - identifiers.startIndex }
            let rowPlaces = places
            read = try unit.making.models(consume rows, batch: batch) { state, index in
                if state.batch === batch { state.batchIndex = rowPlaces[index] }
            }
        }
        guard read.count < identifiers.count else { return read }
        var models: [T] = []
        models.reserveCapacity(identifiers.count)
        var next = 0
        for (place, identifier) in identifiers.enumerated() {
            if next < places.count, places[next] == place {
                models.append(read[next])
                next += 1
            } else {
                // One that is in memory, or whose row has gone.
                models.append(model(identifier, batch, place))
            }
        }
        return models
    }
}

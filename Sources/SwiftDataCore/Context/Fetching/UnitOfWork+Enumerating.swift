// A part of a long result at a time.

extension UnitOfWork {
    /// The models of some identifiers, loaded together.
    /// - Throws: ``StoreError`` when a row cannot be read.
    func models<T: PersistentModel>(_ type: T.Type, for identifiers: Slice<IdentifierList>) throws -> [T] {
        followCascades()
        // A class without `@Model` has the layout of its superclass, whose rows are not of it.
        if T._$modelLayout.modelType == T.self { return try batchedModels(identifiers) }
        let batch = FaultBatch(Array(identifiers))
        if let first = identifiers.first(where: { identityMap[$0] == nil && !$0.isTemporary }),
            let store = core.store(of: first)
        {
            let wanted = identifiers.filter { identityMap[$0] == nil }
            for var row in try store.rows(for: wanted, salvaging: false, editing).snapshots {
                try FetchedValues.check(&row, known: nil)
                batch.keep(LoadedRow(row), of: row.persistentIdentifier, generation: generation)
            }
        }
        return models(type, identifiers, batch)
    }

    /// The same where no error can be thrown: models that cannot be read are left as faults.
    func loadedModels<T: PersistentModel>(_ type: T.Type, for identifiers: Slice<IdentifierList>) -> [T] {
        do {
            return try exclusively { try models(type, for: identifiers) }
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
            models.append(model(for: identifier, batch: batch, index: index) as? T ?? PartnerReading.blank(T.self))
        }
        return models
    }

    /// The models of rows that are read together.
    private func batchedModels<T: PersistentModel>(_ identifiers: Slice<IdentifierList>) throws -> [T] {
        let all = identifiers.base
        let isFresh = identityMap.count == 0
        let unregistered = identifiers.indices.filter {
            isFresh && all.hasKeys || identityMap[all[$0]] == nil && !all[$0].isTemporary
        }
        var places: [Int] = []
        var read: [T] = []
        let batch = FaultBatch(Array(identifiers))
        if !unregistered.isEmpty {
            let store = try store(for: T.self)
            let list = all.selecting(unregistered)
            let rows = try store.rows(list, of: T._$modelLayout, editing)
            places = rows.identifiers.places(in: list).map { unregistered[$0] - identifiers.startIndex }
            let rowPlaces = places
            read = try models(consume rows, batch: batch) { state, index in
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
                models.append(model(for: identifier, batch: batch, index: place) as? T ?? PartnerReading.blank(T.self))
            }
        }
        return models
    }
}

// Rows of our stores to models: batches, without a snapshot for each row.

extension UnitOfWork {
    /// What the store has, as models; nil where it hands out snapshots.
    func fetchBatch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        from store: any StoreAccess
    ) throws -> [T]? {
        let answer: FetchedBatch?
        do {
            answer = try settled { try store.fetchBatch(descriptor, editing) }
        } catch let error as DataStoreError where error.isLeftToContext {
            // What the context filters by itself takes the way of all stores.
            return nil
        }
        guard let answer else { return nil }
        if identityMap.count > 0 { refreshPrefetched(answer) }
        let batch = FaultBatch(answer.rows.identifiers)
        let members = answer.members.map {
            ($0.slot, FaultBatch($0.batch.rows, generation: generation), $0.batch.ranges)
        }
        defer {
            // Refreshing models ends what was loaded before; these rows are of the same read.
            for (_, batch, _) in members { batch.prolong(to: generation) }
        }
        let isSimple = members.isEmpty && answer.destinations.isEmpty
        let models: [T] = try models(
            answer.rows,
            batch: batch,
            isSimple
                ? nil
                : { state, index in
                    for (slot, batch, ranges) in members {
                        guard let range = ranges[index] else { continue }
                        state.toManyBatches[slot] = (batch, range.lowerBound)
                    }
                    // The rows that were prefetched wait in this batch.
                    if !answer.destinations.isEmpty, state.batch !== batch { state.join(batch, index) }
                }
        )
        settleRelationships()
        for (slot, rows) in answer.destinations {
            _ = batch.toOneBatch(slot: slot) { FaultBatch(rows, generation: generation) }
        }
        return models
    }

    /// The identifiers of what a descriptor describes, with the unsaved changes of this context taken into account where
    /// it asks for that.
    func identifierList<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> IdentifierList {
        receive()
        followCascades()
        let store = try store(for: T.self)
        if try PendingMerge.ifNeeded(descriptor, unit: self, store: store) == nil {
            do {
                if let identifiers = try store.identifierList(descriptor, editing) { return identifiers }
            } catch let error as DataStoreError where error.isLeftToContext {
                // What the context filters by itself takes the way of all stores.
            }
        }
        return IdentifierList(try fetchIdentifiers(descriptor))
    }

    /// The models of rows of a class.
    /// - Parameters:
    ///   - refreshes: Whether models that are in memory take the values of their rows.
    ///   - body: Is called with the state of each model and the place of its row.
    func models<T: PersistentModel>(
        _ rows: consuming RowBatch,
        batch: FaultBatch,
        refreshes: Bool = true,
        _ body: ((ModelState, Int) -> Void)? = nil
    ) throws -> [T] {
        // A class without `@Model` has the layout of its superclass.
        let exact = T._$modelLayout.modelType == T.self ? T._$modelLayout : nil
        var rows = rows
        var models: [T] = []
        models.reserveCapacity(rows.count)
        let tables = rows.identifiers.spaces.map { identityMap.rows(of: $0) }
        // Rows of subclasses have other tables of states; those grow as they are needed.
        if rows.count > 100 { tables.first?.reserve(rows.count) }
        for index in 0..<rows.count {
            let identifier = rows.identifiers[index]
            let (key, table) = (rows.identifiers.keys[index], tables[rows.identifiers.place(index)])
            var row = rows.takeRow(at: index)
            var known = table.state(for: key)
            if row.layout.needsChecks {
                try FetchedValues.check(&row.values, of: row.layout, identifier, known: known)
                // What decodes a value may have led back here.
                if known == nil { known = table.state(for: key) }
            }
            let state: ModelState
            let model: any PersistentModel
            if let known {
                state = known
                if refreshes {
                    state.refresh(with: row)
                } else if state.isFault {
                    state.fill(from: row)
                }
                if state.batch == nil { state.join(batch, index) }
                model = state.model ?? remake(state)
            } else {
                state = made(identifier, row, batch: batch, index: index)
                table.insert(state, for: key)
                model = newModel(over: state)
            }
            if state.layout === exact {
                // The layout of a state is that of its model's class.
                models.append(unsafeDowncast(model, to: T.self))
            } else if let model = model as? T {
                models.append(model)
            } else {
                throw StoreError(
                    .misbehavingStore,
                    "the store answered a fetch with a row of \(row.layout.entityName).",
                    entity: T._$modelLayout.entityName,
                    model: identifier
                )
            }
            body?(state, index)
        }
        return models
    }

    /// Brings models that are registered up to date with rows that were prefetched.
    private func refreshPrefetched(_ answer: FetchedBatch) {
        for rows in answer.members.map(\.batch.rows) + answer.destinations.map(\.rows) {
            for index in 0..<rows.count {
                identityMap[rows.identifiers[index]]?.refresh(with: rows.row(at: index))
            }
        }
    }
}

// Rows of our stores to models: batches, without a snapshot for each row.

extension UnitOfWork {
    /// What the store has, as models; nil where it hands out snapshots.
    func fetchBatch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        from store: any StoreAccess
    ) throws -> [T]? {
        guard var answer = try answer(to: descriptor, from: store) else { return nil }
        if identityMap.count > 0 { refreshPrefetched(answer) }
        let batch = FaultBatch(answer.rows.identifiers)
        let members = answer.members.map {
            ($0.slot, FaultBatch($0.batch.rows, generation: generation), $0.batch.ranges)
        }
        defer {
            // Refreshing models ends what was loaded before; these rows are of the same read.
            for (_, batch, _) in members { batch.prolong(to: generation) }
        }
        let hasDestinations = !answer.destinations.isEmpty
        let isSimple = members.isEmpty && !hasDestinations
        let models: [T] = try models(
            // Taken out, so that they are not copied when their values are.
            answer.takeRows(),
            batch: batch,
            isSimple
                ? nil
                : { state, index in
                    for (slot, batch, ranges) in members {
                        guard let range = ranges[index] else { continue }
                        state.toManyBatches[slot] = (batch, range.lowerBound)
                    }
                    // The rows that were prefetched wait in this batch.
                    if hasDestinations, state.batch !== batch { state.join(batch, index) }
                }
        )
        alignDisplacedEdits()
        for (slot, rows) in answer.destinations {
            _ = batch.toOneBatch(slot: slot) { FaultBatch(rows, generation: generation) }
        }
        return models
    }

    /// The answer has no other holder than the caller, who takes the values out of its rows: they would be copied otherwise.
    private func answer<T: PersistentModel>(
        to descriptor: FetchDescriptor<T>,
        from store: any StoreAccess
    ) throws -> FetchedBatch? {
        do {
            return try repeatingAfterSaves { try store.fetchBatch(descriptor, editing) }
        } catch let error as DataStoreError where error.isLeftToContext {
            // What the context filters by itself takes the way of all stores.
            return nil
        }
    }

    /// The identifiers of what a descriptor describes, with the unsaved changes of this context taken into account where
    /// it asks for that.
    func identifierList<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> IdentifierList {
        try exclusively { try foundIdentifiers(descriptor) }
    }

    private func foundIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> IdentifierList {
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

    /// Brings models that are registered up to date with rows that were prefetched.
    private func refreshPrefetched(_ answer: FetchedBatch) {
        for rows in answer.members.map(\.batch.rows) + answer.destinations.map(\.rows) {
            for index in 0..<rows.count {
                identityMap[rows.identifiers[index]]?.refresh(with: rows.row(at: index))
            }
        }
    }
}

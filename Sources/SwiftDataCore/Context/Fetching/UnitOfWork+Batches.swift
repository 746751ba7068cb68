// Rows in batches to models, without a snapshot for each row.

extension UnitOfWork {
    /// The models of a store's answer.
    /// - Parameter answer: Has no rows any more afterwards: the models have taken them.
    func models<T: PersistentModel>(of answer: inout FetchedBatch) throws -> [T] {
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

    /// Brings models that are registered up to date with rows that were prefetched.
    private func refreshPrefetched(_ answer: FetchedBatch) {
        for rows in answer.members.map(\.batch.rows) + answer.destinations.map(\.rows) {
            for index in 0..<rows.count {
                identityMap[rows.identifiers[index]]?.refreshing.refresh(with: rows.row(at: index))
            }
        }
    }
}

/// The models of a store's answer to a fetch, whose rows become models without a snapshot for each.
///
/// Changes: models that are in memory take the values of rows that were prefetched; the batches of the new models keep
/// the rows that were prefetched for them. Asks: ``ModelMaking``; the generation.
struct AnswerReading {
    let unit: UnitOfWork

    /// The models of a store's answer.
    /// - Parameter answer: Has no rows any more afterwards: the models have taken them.
    func models<T: PersistentModel>(of answer: inout FetchedBatch) throws -> [T] {
        if unit.identityMap.count > 0 { refreshPrefetched(answer) }
        let batch = FaultBatch(answer.rows.identifiers)
        let members = answer.members.map {
            ($0.slot, FaultBatch($0.batch.rows, generation: unit.generation), $0.batch.ranges)
        }
        defer {
            // Refreshing models ends earlier loads; these rows are of the same read.
            for (_, batch, _) in members { batch.prolong(to: unit.generation) }
        }
        let hasDestinations = !answer.destinations.isEmpty
        let isSimple = members.isEmpty && !hasDestinations
        let models: [T] = try unit.making.models(
            // Taken out, so that they are not copied when their values are.
            answer.takeRows(),
            batch: batch,
            isSimple
                ? nil
                : { state, index in
                    for (slot, batch, ranges) in members {
                        guard let range = ranges[index] else { continue }
                        state.madeExtras.members.keep(batch, from: range.lowerBound, slot: slot)
                    }
                    // The rows that were prefetched wait in this batch.
                    if hasDestinations, state.batch !== batch { state.join(batch, index) }
                }
        )
        unit.displacedEdits.align()
        for (slot, rows) in answer.destinations {
            _ = batch.toOneBatch(slot: slot) { FaultBatch(rows, generation: unit.generation) }
        }
        return models
    }

    /// Brings models that are registered up to date with rows that were prefetched.
    private func refreshPrefetched(_ answer: FetchedBatch) {
        for rows in answer.members.map(\.batch.rows) + answer.destinations.map(\.rows) {
            for index in 0..<rows.count {
                unit.identityMap[rows.identifiers[index]]?.refreshing.refresh(with: rows.row(at: index))
            }
        }
    }
}

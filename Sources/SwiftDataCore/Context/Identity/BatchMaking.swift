/// A row that is not of the class that was asked for.
struct UnwantedRow: Error {
    let entityName: String
    let identifier: PersistentIdentifier
}

/// Makes models of the rows of a batch: the work for each row, without generic code and with as few counted references
/// as can be.
///
/// Changes: the identity map, and the changes of ``ModelMaking``. States that are in memory take the values of their
/// rows.
struct BatchMaking {
    /// The layout whose models need no cast.
    let exact: ModelLayout?
    let batch: FaultBatch
    let refreshes: Bool
    let isWanted: (any PersistentModel) -> Bool
    let body: ((ModelState, Int) -> Void)?

    /// The objects that the rows of one entity have in common. They are used without reference counting: layouts, with
    /// their factories, and spaces are never released, and the tables live as long as the unit of work.
    private struct Kind {
        let layout: Unmanaged<ModelLayout>
        let factory: Unmanaged<ModelFactory>
        let space: Unmanaged<IdentifierSpace>
        let table: Unmanaged<StateTable>
        let isExact: Bool
        let needsChecks: Bool
    }

    private func kinds(of rows: borrowing RowBatch, _ unit: UnitOfWork) -> [Kind] {
        zip(rows.layouts, rows.identifiers.spaces).map { layout, space in
            Kind(
                layout: .passUnretained(layout),
                factory: .passUnretained(layout.factory),
                space: .passUnretained(space),
                table: .passUnretained(unit.identityMap.rows(of: space)),
                isExact: layout === exact,
                needsChecks: layout.needsChecks
            )
        }
    }

    /// - Parameter rows: Has no values any more afterwards: the models have taken them.
    func run(_ rows: inout RowBatch, in unit: UnitOfWork, _ models: inout ModelReferences) throws {
        guard rows.identifiers.hasKeys else { return try runByIdentifier(&rows, in: unit, &models) }
        let kinds = kinds(of: rows, unit)
        let (identifiers, locks) = (rows.identifiers, rows.locks)
        try kinds.withUnsafeBufferPointer { kinds in
            try identifiers.keys.withUnsafeBufferPointer { keys in
                try rows.values.withUnsafeMutableBufferPointer { values in
                    for index in keys.indices {
                        let (kind, key) = (kinds[identifiers.place(index)], keys[index])
                        // Moved as it is: to look at a row that was read long ago means to wait for the memory.
                        var row = values[index].take() ?? []
                        if kind.needsChecks { try check(&row, kind, key, unit) }
                        // The decoding of a value may have led back here, so the key is looked up after it.
                        let (found, isNew) = unit.identityMap.state(for: key, in: kind.table) {
                            ModelState(
                                row: PersistentIdentifier(reference: kind.space, row: key),
                                layout: kind.layout,
                                values: exchange(&row, with: []),
                                lock: locks[index],
                                unit: unit
                            )
                        }
                        let model: any PersistentModel
                        let state: ModelState
                        var isExact = kind.isExact
                        if isNew {
                            state = found
                            state.join(batch, index)
                            model = kind.factory._withUnsafeGuaranteedRef { $0.make(state) }
                            state.isBound = true
                            state.model = model
                        } else {
                            let row = LoadedRow(
                                layout: kind.layout.takeUnretainedValue(),
                                values: consume row,
                                lock: locks[index]
                            )
                            (model, state) = renewed(found, row, identifiers[index], index, unit)
                            // A class of the same name may have been inserted, such as that of another version.
                            isExact = state.layout === exact
                        }
                        // The layout of a state is that of its model's class.
                        if !isExact, !isWanted(model) {
                            let layout = kind.layout.takeUnretainedValue()
                            throw UnwantedRow(entityName: layout.entityName, identifier: identifiers[index])
                        }
                        models.append(consume model)
                        body?(state, index)
                    }
                }
            }
        }
    }

    /// The same for rows whose keys may be any.
    @inline(never)
    private func runByIdentifier(
        _ rows: inout RowBatch,
        in unit: UnitOfWork,
        _ models: inout ModelReferences
    ) throws {
        for index in 0..<rows.count {
            let (identifier, layout) = (rows.identifiers[index], rows.layout(at: index))
            var values = rows.values[index].take() ?? []
            if layout.needsChecks {
                let known = unit.identityMap[identifier]
                try withExtendedLifetime(known?.model) {
                    try FetchedValues.check(&values, of: layout, identifier, known: known)
                }
            }
            let row = LoadedRow(layout: layout, values: values, lock: rows.locks[index])
            let (model, state): (any PersistentModel, ModelState)
            if let found = unit.identityMap[identifier] {
                (model, state) = renewed(found, row, identifier, index, unit)
            } else {
                (model, state) = unit.making.make(identifier, row, batch: batch, index: index)
            }
            guard state.layout === exact || isWanted(model) else {
                throw UnwantedRow(entityName: layout.entityName, identifier: identifier)
            }
            models.append(model)
            body?(state, index)
        }
    }

    @inline(never)
    private func check(_ row: inout [StoredValue], _ kind: Kind, _ key: Int64, _ unit: UnitOfWork) throws {
        let layout = kind.layout.takeUnretainedValue()
        let identifier = PersistentIdentifier(reference: kind.space, row: key)
        let known = unit.identityMap.state(for: key, in: kind.table)
        // Held, so that its values stay while they are compared.
        try withExtendedLifetime(known?.model) {
            try FetchedValues.check(&row, of: layout, identifier, known: known)
        }
    }

    /// The model of a state whose row has been read again.
    @inline(never)
    private func renewed(
        _ state: ModelState,
        _ row: LoadedRow,
        _ identifier: PersistentIdentifier,
        _ index: Int,
        _ unit: UnitOfWork
    ) -> (any PersistentModel, ModelState) {
        guard let model = state.model else {
            return unit.making.revived(state, identifier, row, batch: batch, index: index)
        }
        if refreshes {
            state.refreshing.refresh(with: row)
        } else if state.reading.hasUnreadValues {
            state.filling.fill(from: row)
        }
        if state.batch == nil { state.join(batch, index) }
        return (model, state)
    }
}

// From rows in a batch to models: what is done once for each row, without generic code and with as few counted references
// as can be.

extension UnitOfWork {
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
        let layout = T._$modelLayout
        var making = BatchMaking(
            rows: rows,
            batch: batch,
            refreshes: refreshes,
            // A class without `@Model` has the layout of its superclass.
            exact: layout.modelType == T.self ? layout : nil,
            isWanted: { $0 is T },
            body: body
        )
        do {
            return try [T](capacity: making.rows.count) { try making.run(in: self, &$0) }
        } catch let unwanted as UnwantedRow {
            throw StoreError(
                .misbehavingStore,
                "the store answered a fetch with a row of \(unwanted.entityName).",
                entity: layout.entityName,
                model: unwanted.identifier
            )
        }
    }
}

/// A row that is not of the class that was asked for.
private struct UnwantedRow: Error {
    let entityName: String
    let identifier: PersistentIdentifier
}

/// Makes models of the rows of a batch.
private struct BatchMaking {
    var rows: RowBatch
    let batch: FaultBatch
    let refreshes: Bool
    /// The layout whose models need no cast.
    let exact: ModelLayout?
    let isWanted: (any PersistentModel) -> Bool
    let body: ((ModelState, Int) -> Void)?

    init(
        rows: consuming RowBatch,
        batch: FaultBatch,
        refreshes: Bool,
        exact: ModelLayout?,
        isWanted: @escaping (any PersistentModel) -> Bool,
        body: ((ModelState, Int) -> Void)?
    ) {
        self.rows = rows
        self.batch = batch
        self.refreshes = refreshes
        self.exact = exact
        self.isWanted = isWanted
        self.body = body
    }

    mutating func run(in unit: UnitOfWork, _ models: inout ModelReferences) throws {
        let identifiers = rows.identifiers
        let tables = identifiers.spaces.map { unit.identityMap.rows(of: $0) }
        let layouts = rows.layouts
        for index in 0..<rows.count {
            let place = identifiers.place(index)
            let (model, state) = try made(index, layouts[place], tables[place], identifiers, unit)
            // The layout of a state is that of its model's class.
            if state.layout !== exact, !isWanted(model) {
                throw UnwantedRow(entityName: layouts[place].entityName, identifier: identifiers[index])
            }
            models.append(model)
            body?(state, index)
        }
    }

    /// The model of a row: the registered one, or a new one.
    @inline(__always)
    private mutating func made(
        _ index: Int,
        _ layout: ModelLayout,
        _ table: StateTable,
        _ identifiers: IdentifierList,
        _ unit: UnitOfWork
    ) throws -> (model: any PersistentModel, state: ModelState) {
        let key = identifiers.keys[index]
        if layout.needsChecks {
            try FetchedValues.check(
                &rows.values[index],
                of: layout,
                identifiers[index],
                known: table.state(for: key)
            )
        }
        // What decodes a value may have led back here, so that it is looked up after that.
        if let known = table.state(for: key) { return (renewed(known, index, unit), known) }
        let state = ModelState(
            layout: layout,
            identifier: identifiers[index],
            values: rows.takeValues(at: index),
            lock: rows.locks[index],
            unit: unit
        )
        state.join(batch, index)
        table.insert(state, for: key)
        return (unit.newModel(over: state), state)
    }

    /// The model of a state whose row has been read again.
    @inline(never)
    private mutating func renewed(_ state: ModelState, _ index: Int, _ unit: UnitOfWork) -> any PersistentModel {
        let row = rows.row(at: index)
        if refreshes {
            state.refresh(with: row)
        } else if state.isFault {
            state.fill(from: row)
        }
        if state.batch == nil { state.join(batch, index) }
        return state.model ?? unit.remake(state)
    }
}

/// One state for each identifier of a context: a table of integer keys for each entity of a store.
///
/// The map does not keep states alive: a state removes itself when its model goes.
package final class IdentityMap {
    /// Rows by their keys, and new models by the serial numbers of their temporary identifiers.
    private var tables: [UnsafeRawPointer: StateTable] = [:]
    /// The table that was asked for last: most look-ups are of the same entity as the one before.
    private var lastSpace: UnsafeRawPointer?
    private var lastTable: StateTable?
    /// The keys of custom stores.
    private var customStates: [PersistentIdentifier: Unmanaged<ModelState>] = [:]

    package init() {}

    package var count: Int { tables.values.reduce(customStates.count) { $0 + $1.count } }

    /// The state that is registered under an identifier.
    package subscript(identifier: PersistentIdentifier) -> ModelState? {
        guard let key = identifier.id.key.number else { return customState(of: identifier) }
        return knownTable(of: identifier.id.spacePointer)?.state(for: key)
    }

    private func customState(of identifier: PersistentIdentifier) -> ModelState? {
        if let state = customStates[identifier] { return state.takeUnretainedValue() }
        guard identifier.id.isForeign else { return nil }
        let resolved = identifier.resolved
        return resolved.id.isForeign ? nil : self[resolved]
    }

    /// Registers a state under its identifier.
    package func register(_ state: ModelState) {
        let identifier = state.identifier
        guard let key = identifier.id.key.number else {
            customStates[identifier] = Unmanaged.passUnretained(state)
            return
        }
        table(of: identifier.id.spacePointer).insert(state, for: key)
    }

    /// Forgets an identifier, if it is this state that it stands for.
    package func forget(_ identifier: PersistentIdentifier, _ state: ModelState) {
        if let key = identifier.id.key.number {
            knownTable(of: identifier.id.spacePointer)?.remove(state, for: key)
            return
        }
        guard let registered = customStates[identifier],
            registered.toOpaque() == Unmanaged.passUnretained(state).toOpaque()
        else { return }
        customStates[identifier] = nil
    }

    /// Every registered state.
    package var all: [ModelState] {
        var states = customStates.values.map { $0.takeUnretainedValue() }
        states.reserveCapacity(count)
        for table in tables.values { table.forEach { states.append($0) } }
        return states
    }

    /// Whether any registered state is as asked for.
    package func contains(where isWanted: (ModelState) -> Bool) -> Bool {
        customStates.values.contains { isWanted($0.takeUnretainedValue()) }
            || tables.values.contains { $0.contains(where: isWanted) }
    }

    /// The states of the rows of one entity of a store by their keys, for those who look up many.
    package func rows(of space: IdentifierSpace) -> StateTable {
        table(of: UnsafeRawPointer(Unmanaged.passUnretained(space).toOpaque()))
    }

    /// Whether a state is registered for any row of one entity of a store, or any new model of it.
    package func hasAny(of space: IdentifierSpace) -> Bool {
        (knownTable(of: UnsafeRawPointer(Unmanaged.passUnretained(space).toOpaque()))?.count ?? 0) > 0
    }

    private func knownTable(of space: UnsafeRawPointer) -> StateTable? {
        if space == lastSpace { return lastTable }
        guard let table = tables[space] else { return nil }
        (lastSpace, lastTable) = (space, table)
        return table
    }

    private func table(of space: UnsafeRawPointer) -> StateTable {
        if let table = knownTable(of: space) { return table }
        let table = StateTable()
        tables[space] = table
        (lastSpace, lastTable) = (space, table)
        return table
    }
}

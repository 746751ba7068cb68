/// One state for each identifier of a context: a table of integer keys for each entity of a store.
///
/// The map does not keep states alive. The isolation of the context registers states and looks them up, and a state
/// may end on any thread meanwhile. So each operation holds the lock of the map, and a state that ends takes itself out
/// under that lock before its memory is freed. A look-up adds a strong reference while it holds the lock, and fails
/// where the state's end has begun. No code of the user's runs under the lock, and nothing is released under it.
///
/// `@unchecked Sendable`: `lock` guards every property, and the pages and places of the states.
package final class IdentityMap: @unchecked Sendable {
    private let lock = ShortLock()
    /// Rows by their keys, and new models by the serial numbers of their temporary identifiers.
    private var tables: [UnsafeRawPointer: StateTable] = [:]
    /// The table that was asked for last: most look-ups are of the same entity as the one before.
    private var lastSpace: UnsafeRawPointer?
    private var lastTable: StateTable?
    /// The keys of custom stores.
    private var customStates: [PersistentIdentifier: Unmanaged<ModelState>] = [:]
    /// The number of states that have left the map.
    private var departures = 0

    package init() {}

    package var count: Int {
        lock.withLock { tables.values.reduce(customStates.count) { $0 + $1.count } }
    }

    /// The state that is registered under an identifier.
    package subscript(identifier: PersistentIdentifier) -> ModelState? {
        let found = lock.withLock { self.found(identifier) }
        #if DEBUG
            if found != nil { ReleaseHooks.stateWasFound() }
        #endif
        return found
    }

    private func found(_ identifier: PersistentIdentifier) -> ModelState? {
        if let key = identifier.id.key.number {
            return knownTable(of: identifier.id.spacePointer)?.reference(for: key).flatMap { retained($0) }
        }
        if let state = customStates[identifier] { return retained(state) }
        // One that was decoded before its store was opened.
        guard identifier.id.isForeign else { return nil }
        let resolved = identifier.resolved
        return resolved.id.isForeign ? nil : found(resolved)
    }

    /// Registers a state under its identifier.
    package func register(_ state: ModelState) {
        let identifier = state.identifier
        lock.withLock {
            guard let key = identifier.id.key.number else {
                // A state that is replaced finds itself gone when it ends.
                if customStates.updateValue(.passUnretained(state), forKey: identifier) != nil { departures &+= 1 }
                state.registration.enterCustomTable()
                return
            }
            if table(of: identifier.id.spacePointer).insert(state, for: key) { departures &+= 1 }
        }
    }

    /// Forgets an identifier, if it refers to this state.
    package func forget(_ identifier: PersistentIdentifier, _ state: ModelState) {
        lock.withLock { remove(identifier, state) }
    }

    /// Forgets a state that ends, on whatever thread that is.
    func forget(departing state: ModelState) {
        #if DEBUG
            ReleaseHooks.stateIsEnding()
        #endif
        lock.withLock {
            if state.registration.page != nil {
                StateTable.remove(state)
                departures &+= 1
            } else if state.registration.isCustom {
                remove(state.identifier, state)
            }
        }
    }

    private func remove(_ identifier: PersistentIdentifier, _ state: ModelState) {
        departures &+= 1
        if let key = identifier.id.key.number {
            knownTable(of: identifier.id.spacePointer)?.remove(state, for: key)
            return
        }
        guard let registered = customStates[identifier],
            registered.toOpaque() == Unmanaged.passUnretained(state).toOpaque()
        else { return }
        customStates[identifier] = nil
        state.registration.leaveCustomTable()
    }

    /// Every registered state.
    package var all: [ModelState] {
        lock.withLock {
            var states = customStates.values.compactMap { retained($0) }
            states.reserveCapacity(states.count + tables.values.reduce(0) { $0 + $1.count })
            for table in tables.values { table.forEach { states.append($0) } }
            return states
        }
    }

    /// True if a state is registered for any row of one entity of a store, or any new model of it.
    package func hasAny(of space: IdentifierSpace) -> Bool {
        let pointer = UnsafeRawPointer(Unmanaged.passUnretained(space).toOpaque())
        return lock.withLock { (knownTable(of: pointer)?.count ?? 0) > 0 }
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

// MARK: - Many at once

extension IdentityMap {
    /// The rows of one entity of a store, for callers that look up many. It lives as long as the map.
    func rows(of space: IdentifierSpace) -> StateTable {
        let pointer = UnsafeRawPointer(Unmanaged.passUnretained(space).toOpaque())
        return lock.withLock { table(of: pointer) }
    }

    /// The state that is registered under a key.
    @inline(__always)
    func state(for key: Int64, in table: Unmanaged<StateTable>) -> ModelState? {
        let found = lock.withLock {
            table._withUnsafeGuaranteedRef { table in table.reference(for: key).flatMap { retained($0) } }
        }
        #if DEBUG
            if found != nil { ReleaseHooks.stateWasFound() }
        #endif
        return found
    }

    /// The state that is registered under a key, held, or a new one, which is registered then: one lock for both.
    ///
    /// A state whose end has begun leaves its place to the new one.
    /// - Parameter make: Runs under the lock. It may neither run code of the user's nor release objects.
    @inline(__always)
    func state(
        for key: Int64,
        in table: Unmanaged<StateTable>,
        orNew make: () -> ModelState
    ) -> (state: ModelState, isNew: Bool) {
        let answer = lock.withLock {
            table._withUnsafeGuaranteedRef { table in
                if let known = table.reference(for: key).flatMap({ retained($0) }) {
                    return (state: known, isNew: false)
                }
                let state = make()
                if table.insert(state, for: key) { departures &+= 1 }
                return (state: state, isNew: true)
            }
        }
        #if DEBUG
            if !answer.isNew { ReleaseHooks.stateWasFound() }
        #endif
        return answer
    }

    /// The number of states that have left the map.
    package var departureCount: Int { lock.withLock { departures } }

    /// Calls a function with references to states that were registered when `departures` had been counted; nil where
    /// any state has left the map since. None ends before the function has returned.
    /// - Parameter body: Runs under the lock. It may neither run code of the user's nor release anything.
    func ifNoneDeparted<Result>(since departures: Int, _ body: () -> Result) -> Result? {
        lock.withLock { departures == self.departures ? body() : nil }
    }
}

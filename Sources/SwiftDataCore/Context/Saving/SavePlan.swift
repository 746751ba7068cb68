/// The rows that a save is to write to each store, decided before anything is written.
///
/// A plan is made of plain values alone. Making one checks every row against its schema, and neither reads a store nor
/// runs code of the program.
package struct SavePlan {
    /// The part of a plan for one store.
    package struct Part {
        package fileprivate(set) var changes = StoreChanges()
        /// The values of the models of the inserted and updated rows, see ``GatheredRows/values``.
        package fileprivate(set) var insertedValues: [[StoredValue]] = []
        package fileprivate(set) var updatedValues: [[StoredValue]] = []
        /// The places of the rows in the lists that were gathered.
        package fileprivate(set) var inserted: [Range<Int>] = []
        package fileprivate(set) var updated: [Range<Int>] = []
        package fileprivate(set) var deleted: [Range<Int>] = []
    }

    /// The parts of the plan, one for each store, in the order of the stores.
    package private(set) var parts: [Part]

    /// Plans the save of the gathered changes.
    /// - Throws: ``StoreError`` naming the entity and property that is not valid, and the error that ended the gathering
    ///   where nothing before it is at fault.
    package init(_ changes: consuming GatheredChanges, for stores: [SaveTarget]) throws {
        try changes.checkDenyRules()
        parts = stores.map { store in
            var part = Part()
            part.changes.seenUndescribed = store.seenUndescribed
            part.changes.comparesDeleted = changes.comparesDeleted
            part.changes.refusesDuplicates = changes.refusesDuplicates
            return part
        }
        let doomed = changes.doomed
        var stores = StoreSearch(stores)
        var inserted = StoreRuns()
        for place in changes.inserted.rows.indices {
            inserted.add(place, try stores.home(of: changes.inserted.rows[place].layout, changes.homes))
            try changes.inserted.check(place)
            if !doomed.isEmpty { changes.inserted.leaveOut(doomed, at: place, changes.oneSidedSlots) }
        }
        var updated = StoreRuns()
        for place in changes.updated.rows.indices {
            try changes.updated.check(place)
            if !doomed.isEmpty { changes.updated.leaveOut(doomed, at: place, changes.oneSidedSlots) }
            updated.add(place, try stores.store(of: changes.updated.rows[place]))
        }
        var deleted = StoreRuns()
        for place in changes.deleted.rows.indices {
            deleted.add(place, try stores.store(of: changes.deleted.rows[place]))
        }
        inserted.close()
        updated.close()
        deleted.close()
        for store in parts.indices {
            parts[store].inserted = inserted.places(of: store)
            parts[store].changes.inserted = changes.inserted.rows.elements(at: parts[store].inserted)
            parts[store].insertedValues = changes.inserted.values.elements(at: parts[store].inserted)
            parts[store].updated = updated.places(of: store)
            parts[store].changes.updated = changes.updated.rows.elements(at: parts[store].updated)
            parts[store].updatedValues = changes.updated.values.elements(at: parts[store].updated)
            parts[store].deleted = deleted.places(of: store)
            parts[store].changes.deleted = changes.deleted.rows.elements(at: parts[store].deleted)
        }
        for cascade in changes.cascades {
            guard let store = stores.store(of: cascade.owner) else { continue }
            parts[store].changes.cascades.add(cascade)
        }
    }
}

/// Finds the stores of rows, of which many of one class mostly follow each other.
private struct StoreSearch {
    private let stores: [SaveTarget]
    private var lastHome: (layout: ModelLayout, store: Int)?
    private var lastSpace: (space: UnsafeRawPointer, store: Int)?

    init(_ stores: [SaveTarget]) { self.stores = stores }

    /// Returns the store that new rows of a class go to.
    mutating func home(of layout: ModelLayout, _ homes: [ObjectIdentifier: Int]) throws -> Int {
        if let lastHome, lastHome.layout === layout { return lastHome.store }
        guard let store = homes[ObjectIdentifier(layout)] else { throw StoreError.withoutStore(layout.entityName) }
        lastHome = (layout, store)
        return store
    }

    /// Returns the store that has a row.
    mutating func store(of row: DefaultSnapshot) throws -> Int {
        guard let store = store(of: row.persistentIdentifier) else {
            throw StoreError.withoutStore(row.layout.entityName)
        }
        return store
    }

    /// Returns the store that has a row; nil for a row of another container.
    mutating func store(of identifier: PersistentIdentifier) -> Int? {
        let space = identifier.id.spacePointer
        if let lastSpace, lastSpace.space == space { return lastSpace.store }
        let name = identifier.storeIdentifier
        guard let store = stores.firstIndex(where: { $0.identifier == name }) else { return nil }
        // One space stands for all foreign identifiers.
        if !identifier.id.isForeign { lastSpace = (space, store) }
        return store
    }
}

/// The places of a list by their stores. A list for one store is one run.
private struct StoreRuns {
    private var runs: [(store: Int, places: Range<Int>)] = []
    /// The run that is being added to.
    private var store = -1
    private var first = 0
    private var end = 0

    mutating func add(_ place: Int, _ store: Int) {
        if store != self.store {
            close()
            (self.store, first) = (store, place)
        }
        end = place + 1
    }

    mutating func close() {
        if first < end { runs.append((store, first..<end)) }
        (store, first) = (-1, end)
    }

    func places(of store: Int) -> [Range<Int>] { runs.compactMap { $0.store == store ? $0.places : nil } }
}

extension Array {
    /// The elements at some places, in order. All elements are the array itself, which is not copied.
    func elements(at places: [Range<Int>]) -> [Element] {
        if places.count == 1, places[0] == indices { return self }
        return places.flatMap { self[$0] }
    }
}

extension [StoreCascade] {
    /// Adds an owner to the cascade of its relationship.
    fileprivate mutating func add(_ cascade: UnfollowedRelationship) {
        if let index = firstIndex(where: { $0.layout === cascade.layout && $0.slot == cascade.slot }) {
            self[index].owners.append(cascade.owner)
        } else {
            append(StoreCascade(layout: cascade.layout, slot: cascade.slot, owners: [cascade.owner]))
        }
    }
}

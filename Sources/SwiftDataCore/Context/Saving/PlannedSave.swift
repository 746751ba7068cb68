/// A plan together with the stores that it is for and the models whose rows it writes.
package struct PlannedSave {
    /// The part of a save for one store.
    package final class Part {
        package let store: any StoreAccess
        package private(set) var changes: StoreChanges
        /// The models whose rows these are, in the same order.
        package private(set) var inserted: [ModelState]
        package let updated: [ModelState]
        package let deleted: [ModelState]
        /// The values of the inserted and updated models, see ``GatheredRows/values``.
        private(set) var insertedValues: [[StoredValue]]
        private(set) var updatedValues: [[StoredValue]]

        fileprivate init(_ part: SavePlan.Part, _ store: any StoreAccess, _ models: GatheredModels) {
            self.store = store
            changes = part.changes
            inserted = models.inserted.elements(at: part.inserted)
            updated = models.updated.elements(at: part.updated)
            deleted = models.deleted.elements(at: part.deleted)
            insertedValues = part.insertedValues
            updatedValues = part.updatedValues
        }

        package var states: [ModelState] { inserted + updated + deleted }

        /// Puts another state in the place of a new model that is not the row's any more.
        func replaceInserted(at place: Int, by state: ModelState) { inserted[place] = state }

        /// Releases the rows, which share their values with the models: these are about to change.
        func letRowsGo() {
            changes = StoreChanges()
            (insertedValues, updatedValues) = ([], [])
        }
    }

    /// The parts, one for each store, in the container's order.
    package let parts: [Part]

    package var isEmpty: Bool { parts.allSatisfy { $0.changes.isEmpty } }

    /// Plans the save of a unit of work, and changes nothing but values that are read and encoded on the way.
    /// - Throws: ``StoreError`` naming the entity and property that is not valid.
    package init(_ unit: UnitOfWork) throws {
        let stores = unit.core.stores
        let targets = stores.map { store in
            SaveTarget(identifier: store.storeIdentifier, seenUndescribed: unit.inbox.seenUndescribed(of: store))
        }
        let (changes, models) = try ChangeGathering(unit).gather()
        let plan = try SavePlan(changes, for: targets)
        parts = zip(plan.parts, stores).map { Part($0, $1, models) }
        if unit.saveRefusesDuplicates { try checkThatDuplicatesCanBeRefused() }
    }

    /// - Throws: ``StoreError`` with code `validation` where a store would update existing rows.
    private func checkThatDuplicatesCanBeRefused() throws {
        for part in parts where part.store.walked == nil {
            guard let row = part.changes.inserted.first(where: \.layout.hasUniqueValues) else { continue }
            throw StoreError(
                .validation,
                "a custom store resolves duplicate unique values itself. Use the policy .update.",
                entity: row.layout.entityName
            )
        }
    }
}

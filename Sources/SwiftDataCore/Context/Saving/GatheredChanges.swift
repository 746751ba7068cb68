/// The pending changes of a context at one moment, as plain values: without a context, a store or a model.
///
/// Gathering ends where a value cannot be read. The error is kept beside the values that were gathered before it: a
/// plan throws the error that comes first.
package struct GatheredChanges {
    /// The relationships of deleted rows whose rule holds back a deletion, and that lead to models.
    package var denying: [DenyingRelationship] = []
    /// The error of the first such relationship that could not be read.
    package var denyFailure: (any Error)?
    package var inserted = GatheredRows()
    package var updated = GatheredRows()
    package var deleted = GatheredRows()
    /// The relationships of deleted rows that the stores follow.
    package var cascades: [UnfollowedRelationship] = []
    /// The places of the stores that new rows go to, by the layouts of these.
    package var homes: [ObjectIdentifier: Int] = [:]
    /// The relationships without inverse of the inserted and updated rows, by layout. Only known where rows are deleted.
    package var oneSidedSlots: [ObjectIdentifier: [Int]] = [:]
    /// See ``StoreChanges/comparesDeleted``.
    package var comparesDeleted = false
    /// See ``StoreChanges/refusesDuplicates``.
    package var refusesDuplicates = false

    package init() {}
}

/// The rows of one kind of change, in order.
package struct GatheredRows {
    /// The rows as stores are to have them.
    package var rows: [DefaultSnapshot] = []
    /// The values of the models at the moment at which each row was made, before they were encoded. A value that
    /// differs from them later was edited later. Not known of deleted rows.
    package var values: [[StoredValue]] = []
    /// The numbers of models in to-many relationships that have a least or a greatest number, by the place of the row
    /// and by slot.
    package var memberCounts: [Int: [Int: Int]] = [:]
    /// The error that ended the gathering, if it is one of the last row.
    package var failure: (slot: Int, error: any Error)?

    package init() {}
}

/// A relationship of a deleted row whose rule is `.deny`.
package struct DenyingRelationship {
    package let owner: PersistentIdentifier
    package let layout: ModelLayout
    package let slot: Int
    package let partners: [Partner]

    package struct Partner {
        package let identifier: PersistentIdentifier
        package let entityName: String
        /// True if the model is deleted as well.
        package let isDeleted: Bool
        /// The model that the other side leads to now, where it is a to-one relationship that leads to one.
        package let owner: PersistentIdentifier?

        package init(
            identifier: PersistentIdentifier,
            entityName: String,
            isDeleted: Bool,
            owner: PersistentIdentifier?
        ) {
            self.identifier = identifier
            self.entityName = entityName
            self.isDeleted = isDeleted
            self.owner = owner
        }
    }

    package init(owner: PersistentIdentifier, layout: ModelLayout, slot: Int, partners: [Partner]) {
        self.owner = owner
        self.layout = layout
        self.slot = slot
        self.partners = partners
    }
}

/// A cascade of a deleted row that the context has not followed.
package struct UnfollowedRelationship {
    package let owner: PersistentIdentifier
    package let layout: ModelLayout
    package let slot: Int

    package init(owner: PersistentIdentifier, layout: ModelLayout, slot: Int) {
        self.owner = owner
        self.layout = layout
        self.slot = slot
    }
}

/// The part of a store in a plan.
package struct SaveTarget {
    package let identifier: String
    /// See ``StoreChanges/seenUndescribed``.
    package let seenUndescribed: Int?

    package init(identifier: String, seenUndescribed: Int? = nil) {
        self.identifier = identifier
        self.seenUndescribed = seenUndescribed
    }
}

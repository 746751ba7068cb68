/// The result for a property of a model with unsaved edits when a newer row is known, computed from plain values.
///
/// Properties are merged one at a time: an observer that is notified of one may edit the next.
package struct PropertyMerge: Equatable {
    /// True if the edit stays, as an edit of the newer value. Otherwise the model takes that value.
    package let keepsEdit: Bool
    /// True if there is no edit to save any more.
    package let forgetsEdit: Bool
    /// True if the edit and another writer have changed the property.
    package let isConflict: Bool
    /// True if the conflict outlasts that both have the same value. Edits of members are joined instead.
    package let isContested: Bool
    /// The model to which the newer row leads, from which the edit takes this one.
    package let displaced: PersistentIdentifier?

    /// A property as the model has it. Values that only their Swift type describes are encoded.
    package struct Property {
        package var own: StoredValue
        /// The value of the row that the edit is based on; nil where the model has none.
        package var base: StoredValue?
        package var isToMany = false
        /// True if the property has an edit that the next save writes.
        package var isEdited = false
        /// True if the assigned value stems from a stand-in, and gives way to the stored value.
        package var isTainted = false
        /// True if the model takes its newest row on demand: then nothing is a conflict.
        package var isRefreshed = false

        package init(own: StoredValue, base: StoredValue?) {
            self.own = own
            self.base = base
        }
    }

    /// Merges a property with the value of a newer row.
    package init(_ property: Property, with stored: StoredValue) {
        keepsEdit = property.isEdited && !property.isTainted
        forgetsEdit = !property.isEdited && !property.isTainted
        isConflict = keepsEdit && !property.isRefreshed && property.isContradicted(by: stored)
        isContested = isConflict && !property.isToMany
        displaced = keepsEdit ? property.displaced(by: stored) : nil
    }
}

extension PropertyMerge.Property {
    /// True if another writer has changed the property. Members that both writers have in the same order are none to
    /// differ about.
    fileprivate func isContradicted(by stored: StoredValue) -> Bool {
        guard let base else { return false }
        if case .unloaded = base { return false }
        guard !base.isSame(as: stored, encode: { $0 }) else { return false }
        return !isToMany || !own.isSame(as: stored, encode: { $0 })
    }

    fileprivate func displaced(by stored: StoredValue) -> PersistentIdentifier? {
        guard case .identifier(let destination) = stored else { return nil }
        for known in [own, base] {
            if case .identifier(destination) = known { return nil }
        }
        return destination
    }
}

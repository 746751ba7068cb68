/// The members of a to-many relationship that is being added to, so that the next addition neither looks them up nor
/// compares them one by one: `append` reads the whole array and sets it again.
///
/// It keeps the members alive, which nothing else of a relationship may do, so that a context has one at a time and
/// releases it at the next save or rollback.
package struct OpenMembers {
    private let slot: Int
    /// The array of models, of the property's own type.
    private let models: Any
    private let identifiers: [PersistentIdentifier]

    package init<Element: PersistentModel>(_ slot: Int, _ models: [Element], _ identifiers: [PersistentIdentifier]) {
        self.slot = slot
        self.models = models
        self.identifiers = identifiers
    }

    /// The models, if these identifiers are still the ones that they were opened with.
    func models<Element: PersistentModel>(_ slot: Int, _ identifiers: [PersistentIdentifier]) -> [Element]? {
        // A changed array has another buffer, since this one is still in use here.
        guard slot == self.slot, identifiers.count == self.identifiers.count,
            identifiers.withUnsafeBufferPointer({ $0.baseAddress })
                == self.identifiers.withUnsafeBufferPointer({ $0.baseAddress })
        else { return nil }
        return models as? [Element]
    }
}

extension UnitOfWork {
    /// Notes whose members are open, which closes the members that were open before.
    func openMembers(of state: ModelState) {
        guard opened !== state else { return }
        closeMembers()
        opened = state
    }

    /// Releases the members that are kept for the next addition.
    func closeMembers() {
        guard let state = opened else { return }
        opened = nil
        state.closeMembers()
    }
}

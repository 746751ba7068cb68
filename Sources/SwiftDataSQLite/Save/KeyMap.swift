import SwiftDataCore

/// The permanent identifiers of the rows of a save.
struct KeyMap {
    private(set) var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
    let model: StoreModel

    init(model: StoreModel) {
        self.model = model
    }

    subscript(temporary: PersistentIdentifier) -> PersistentIdentifier? {
        get { permanent[temporary] }
        set { permanent[temporary] = newValue }
    }

    /// The entity and key of a relationship's destination.
    /// - Throws: ``StoreError`` with code `validation` for a model that is neither stored nor part of this save.
    func destination(_ identifier: PersistentIdentifier) throws -> (entity: StoreEntity, key: Int64) {
        let resolved = permanent[identifier] ?? identifier.resolved
        guard let key = resolved.row, resolved.storeIdentifier == model.storeIdentifier,
            let entity = model[resolved.entityName]
        else {
            throw StoreError(
                .validation,
                "a relationship leads to a model that is not in this store and not being saved to it",
                entity: identifier.entityName,
                model: identifier
            )
        }
        return (entity, key)
    }
}

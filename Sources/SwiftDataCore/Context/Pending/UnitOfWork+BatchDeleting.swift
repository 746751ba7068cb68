package import Foundation

extension UnitOfWork {
    /// Deletes every matching model. The store does it where it can; otherwise the models are loaded and deleted, and
    /// that is saved.
    package func deleteAll<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool
    ) throws {
        try refuseInMiddleOfSave("delete(model:where:)")
        receive()
        followCascades()
        guard let store = core.store(forEntity: T._$modelLayout.entityName) else {
            throw StoreError(
                .validation,
                "no store of the container holds this entity. List it in ModelContainer(for:).",
                entity: T._$modelLayout.entityName
            )
        }
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        let matches = try predicate.map { try ModelMatcher($0) }
        // Chosen before the store acts, since a predicate may lead to its rows; deleted when the store did not refuse.
        let unsaved = pending.inserted.values.compactMap { $0.model as? T }.filter { model in
            (includeSubclasses || Swift.type(of: model) == T.self) && matches?(model) ?? true
        }
        // In an isolated transaction everything is written at its end, or nothing.
        if !isolation.isInBlock,
            let commit = try store.delete(T.self, where: predicate, includeSubclasses: includeSubclasses, editing)
        {
            // This context has to take it in as well.
            core.deliver(ContextMailbox.Delivery(commit), from: nil)
            if !commit.isEmpty { core.commits.announce(commit) }
            receive()
            // The context itself has deleted them.
            merging.forgetLost(commit.deleted)
            for model in unsaved { delete(model) }
            if !commit.isEmpty { core.postStoreChange(commit.userInfo) }
            return
        }
        // As where the store does it, there is no way back.
        recording.undoManager?.disableUndoRegistration()
        defer { recording.undoManager?.enableUndoRegistration() }
        try transaction(posting: context) {
            for model in unsaved { delete(model) }
            for model in try fetch(descriptor) where includeSubclasses || Swift.type(of: model) == T.self {
                delete(model)
            }
        }
    }

    /// A blank model for an identifier that leads nowhere: of its entity, or of the first where the schema does not know
    /// that.
    package func placeholder(for entityName: String) -> any PersistentModel {
        let entities = [core.schema.entitiesByName[entityName]].compactMap { $0 } + core.schema.entities
        for entity in entities {
            guard let type = entity.modelType else { continue }
            func blank<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel { PartnerReading.blank(type) }
            return blank(type)
        }
        preconditionFailure("SwiftData: model(for:) was called on a container without any model.")
    }
}

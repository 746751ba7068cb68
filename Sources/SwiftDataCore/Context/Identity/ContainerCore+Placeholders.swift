extension ContainerCore {
    /// A blank model for an identifier that leads nowhere: of its entity, or of the first one where the schema does not
    /// have it.
    package func placeholder(for entityName: String) -> any PersistentModel {
        let entities = [schema.entitiesByName[entityName]].compactMap { $0 } + schema.entities
        for entity in entities {
            guard let type = entity.modelType else { continue }
            func blank<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel { PartnerReading.blank(type) }
            return blank(type)
        }
        preconditionFailure("SwiftData: model(for:) was called on a container without any model.")
    }
}

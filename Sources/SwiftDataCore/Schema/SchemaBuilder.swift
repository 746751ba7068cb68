/// Finds the model classes that belong to a schema and makes their entities.
struct SchemaBuilder {
    private(set) var entities: [Schema.Entity] = []
    private(set) var problems: [StoreError] = []
    private var byType: [ObjectIdentifier: Schema.Entity] = [:]
    private var byName: [String: any PersistentModel.Type] = [:]
    private var pending: [any PersistentModel.Type] = []

    init(_ types: [any PersistentModel.Type]) {
        pending = types.reversed()
        while let type = pending.popLast() { _ = add(type) }
    }

    private mutating func add(_ type: any PersistentModel.Type) -> Schema.Entity {
        if let entity = byType[ObjectIdentifier(type)] { return entity }
        let layout = ModelLayout.of(type)
        if let other = byName[layout.entityName], other != type {
            problems.append(
                StoreError(
                    .validation,
                    "two classes are named \(layout.entityName): \(other) and \(type). Rename one.",
                    entity: layout.entityName
                )
            )
        }
        let parent = layout.superLayout.map { add($0.modelType) }
        let entity = makeEntity(layout)
        byType[ObjectIdentifier(type)] = entity
        byName[layout.entityName] = type
        entities.append(entity)
        if let problem = layout.problem { problems.append(problem) }
        problems.append(contentsOf: layout.ownProperties.compactMap { layout.inverseProblem(of: $0.slot) })
        if let parent {
            parent.subentities.insert(entity)
            entity.superentity = parent
        }
        pending.append(
            contentsOf: layout.ownProperties.reversed().compactMap { property in
                switch property.shape {
                case .attribute: nil
                case .toOne(_, let destination), .toMany(_, let destination): destination
                }
            }
        )
        return entity
    }

    private func makeEntity(_ layout: ModelLayout) -> Schema.Entity {
        let entity = Schema.Entity(layout.entityName)
        entity.modelType = layout.modelType
        // A subclass without a declaration has the one of its superclass.
        if let former = layout.modelType.originalEntityName,
            former != layout.superLayout?.modelType.originalEntityName
        {
            entity.originalName = former
        }
        entity.storedProperties = layout.ownProperties.map { property -> any SchemaProperty in
            switch property.shape {
            case .attribute(let attribute): return attribute.copy()
            case .toOne(let relationship, _), .toMany(let relationship, _):
                let copy = relationship.copy()
                copy.inverseName = layout.inverse(of: property.slot).map { $0.layout.properties[$0.slot].name }
                return copy
            }
        }
        for constraint in layout.uniquenessConstraints where !entity.uniquenessConstraints.contains(constraint) {
            entity.uniquenessConstraints.append(constraint)
        }
        entity.indices = layout.indices.map(\.properties)
        entity.spatialIndices = Set(layout.indices.filter { $0.kind == .rtree }.map(\.properties))
        return entity
    }
}

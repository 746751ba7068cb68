import SwiftDataCore

extension ModelMapping {
    /// Infers how one model becomes another: what is renamed says so by its original name, everything else keeps its
    /// name.
    /// - Throws: ``StoreError`` with code `migration`, naming entity and property and what they were, for a change that
    ///   cannot be inferred or could lose a value.
    package init(from source: StoreLayout, to target: StoreLayout) throws {
        self.source = source
        self.target = target
        let origins = try Self.origins(
            of: target.model.entities.map { ($0.name, $0.originalName) },
            among: Set(source.model.entities.map(\.name))
        ) { name, origin in
            StoreError(
                .migration,
                "comes from \(origin) by its name or original name, and so does another entity. Give each entity its "
                    + "own original name.",
                entity: name
            )
        }
        let sources = Dictionary(source.model.entities.map { ($0.name, $0) }) { first, _ in first }
        let byNumber = target.tables.compactMap { table in
            target.model.entities.first { $0.name == table.entityName }
        }
        entities = try byNumber.map { entity in
            try EntityMapping(entity, from: origins[entity.name].flatMap { sources[$0] }, source, target)
        }
        let used = Set(origins.values)
        removedEntities = source.model.entities.map(\.name).filter { !used.contains($0) }.sorted()
    }

    /// For each name the one that it comes from, if there is one: the original name before the name itself.
    static func origins(
        of names: [(name: String, original: String)],
        among old: Set<String>,
        conflict: (String, String) -> StoreError
    ) throws -> [String: String] {
        var origins: [String: String] = [:]
        var taken: Set<String> = []
        // A name that was given up may be given to something new, so renaming decides first.
        for (name, original) in names where original != name && old.contains(original) {
            guard taken.insert(original).inserted else { throw conflict(name, original) }
            origins[name] = original
        }
        for (name, _) in names where origins[name] == nil && old.contains(name) && !taken.contains(name) {
            taken.insert(name)
            origins[name] = name
        }
        return origins
    }
}

extension EntityMapping {
    fileprivate init(
        _ target: EntityOutline,
        from source: EntityOutline?,
        _ old: StoreLayout,
        _ new: StoreLayout
    ) throws {
        self.target = target
        self.source = source
        guard let source else {
            // No rows come, so nothing has to be filled.
            properties = target.properties.map { property in
                switch property {
                case .attribute(let attribute): attribute.isTransient ? .unstored : .attribute(source: nil, [])
                case .relationship: .relationship(source: nil)
                }
            }
            removedProperties = []
            return
        }
        let origins = try ModelMapping.origins(
            of: target.properties.map { ($0.name, $0.originalName) },
            among: Set(source.properties.map(\.name))
        ) { name, origin in
            StoreError(
                .migration,
                "comes from \(origin) by its name or original name, and so does another property. Give each its own "
                    + "original name.",
                entity: target.name,
                property: name
            )
        }
        let positions = Dictionary(source.properties.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let oldColumns = old[source.name]?.properties ?? []
        let newColumns = new[target.name]?.properties ?? []
        properties = try target.properties.indices.map { slot in
            let property = target.properties[slot]
            let before = origins[property.name].flatMap { positions[$0] }
            return try PropertyMapping(
                property,
                newColumns[slot],
                from: before.map { (source.properties[$0], oldColumns[$0]) },
                entity: target.name
            )
        }
        let used = Set(origins.values)
        removedProperties = source.properties.map(\.name).filter { !used.contains($0) }
    }
}

extension PropertyMapping {
    fileprivate init(
        _ target: PropertyOutline,
        _ columns: PropertyColumns,
        from source: (property: PropertyOutline, columns: PropertyColumns)?,
        entity: String
    ) throws {
        let attributes = AttributeMapping(entity: entity, property: target.name)
        switch (target, source?.property) {
        case (.attribute(let attribute), _) where attribute.isTransient:
            self = .unstored
        case (.attribute(let attribute), nil):
            self = .attribute(source: nil, try attributes.fills(added: attribute, columns))
        case (.attribute(let attribute), .attribute(let before)?) where before.isTransient:
            self = .attribute(source: nil, try attributes.fills(added: attribute, columns))
        case (.attribute(let attribute), .attribute(let before)?):
            let fills = try attributes.fills(attribute, columns, from: before, source?.columns ?? .none)
            self = .attribute(source: before.name, fills)
        case (.relationship(let relationship), nil):
            guard !relationship.isToOne || relationship.isOptional else {
                throw attributes.lost("was added and must lead somewhere", "no row does. Make it optional")
            }
            self = .relationship(source: nil)
        case (.relationship(let relationship), .relationship(let before)?):
            guard !relationship.isToOne || relationship.isOptional || (before.isToOne && !before.isOptional) else {
                throw attributes.lost("was optional or to many, and must lead somewhere", "not every row may do so")
            }
            self = .relationship(source: before.name)
        case (.attribute, .relationship?):
            throw attributes.lost("was a relationship and is an attribute", "only a custom stage can tell how")
        case (.relationship, .attribute?):
            throw attributes.lost("was an attribute and is a relationship", "only a custom stage can tell how")
        }
    }
}

extension PropertyOutline {
    package var originalName: String {
        switch self {
        case .attribute(let attribute): attribute.originalName
        case .relationship(let relationship): relationship.originalName
        }
    }
}

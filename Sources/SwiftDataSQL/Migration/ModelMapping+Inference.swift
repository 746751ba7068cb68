import SwiftDataCore

extension ModelMapping {
    /// Infers how one model becomes another: a renamed element has its original name, every other element keeps its
    /// name.
    /// - Parameters:
    ///   - leavesValuesToCode: True if a property with a change that cannot be inferred is treated as an added one,
    ///     since code sets its values.
    ///   - leavesRowsToCode: True if an attribute that must have a value, and has none at first, is refused only if
    ///     there are rows, since code may have removed them.
    /// - Throws: ``StoreError`` with code `migration` for changes that cannot be inferred or could lose a value. It
    ///   names all of them, with entity, property and the previous declaration.
    package init(
        from source: StoreLayout,
        to target: StoreLayout,
        leavesValuesToCode: Bool = false,
        leavesRowsToCode: Bool = false
    ) throws {
        var problems = MigrationProblems()
        let origins =
            problems.collect {
                try Self.origins(
                    of: target.model.entities.map { ($0.name, $0.originalName) },
                    among: Dictionary(source.model.entities.map { ($0.name, $0.originalName) }) { first, _ in first }
                ) { name, origin in
                    StoreError(
                        .migration,
                        "comes from \(origin) by its original name, and so does another entity. Give each entity its own.",
                        entity: name
                    )
                }
            } ?? [:]
        let sources = Dictionary(source.model.entities.map { ($0.name, $0) }) { first, _ in first }
        let byNumber = target.tables.compactMap { table in
            target.model.entities.first { $0.name == table.entityName }
        }
        let entities = byNumber.map { entity in
            EntityMapping(
                entity,
                from: origins[entity.name].flatMap { sources[$0] },
                source,
                target,
                leavesValuesToCode: leavesValuesToCode,
                leavesRowsToCode: leavesRowsToCode,
                &problems
            )
        }
        let used = Set(origins.values)
        let removed = source.model.entities.map(\.name).filter { !used.contains($0) }.sorted()
        let inference = try LinkInference(
            source: source,
            target: target,
            entities: entities,
            leavesValuesToCode: leavesValuesToCode
        )
        let links = inference.links(&problems)
        try problems.check()
        self.init(source: source, target: target, entities: entities, removedEntities: removed, links: links)
    }

    /// Returns, for each name, the name that it comes from, if there is one. The original name has priority over the
    /// name itself, and both over an original name that two versions have in common.
    /// - Parameter old: The original names of the previous version, by name.
    static func origins(
        of names: [(name: String, original: String)],
        among old: [String: String],
        conflict: (String, String) -> StoreError
    ) throws -> [String: String] {
        var origins: [String: String] = [:]
        var taken: Set<String> = []
        // An element that an earlier version renamed still has its original name, which may be the name of something
        // else now.
        for (name, original) in names where original != name && old[name] == original {
            taken.insert(name)
            origins[name] = name
        }
        // A name that was given up may be the name of something new, so renaming decides first.
        for (name, original) in names where origins[name] == nil && original != name && old[original] != nil {
            guard taken.insert(original).inserted else { throw conflict(name, original) }
            origins[name] = original
        }
        for (name, _) in names where origins[name] == nil && old[name] != nil && !taken.contains(name) {
            taken.insert(name)
            origins[name] = name
        }
        // An element that is renamed again keeps its first name as the original name, as Core Data's renaming
        // identifiers do. A store of each earlier version is understood then.
        let renamed = Dictionary(grouping: old.filter { $0.key != $0.value && !taken.contains($0.key) }, by: \.value)
        for (name, original) in names where origins[name] == nil && original != name {
            guard let found = renamed[original], found.count == 1, let origin = found.first?.key else { continue }
            guard taken.insert(origin).inserted else { throw conflict(name, origin) }
            origins[name] = origin
        }
        return origins
    }
}

extension EntityMapping {
    fileprivate init(
        _ target: EntityOutline,
        from source: EntityOutline?,
        _ old: StoreLayout,
        _ new: StoreLayout,
        leavesValuesToCode: Bool,
        leavesRowsToCode: Bool,
        _ problems: inout MigrationProblems
    ) {
        self.target = target
        self.source = source
        guard let source else {
            // There are no rows, so no column needs a value.
            properties = target.properties.map { property in
                switch property {
                case .attribute(let attribute):
                    attribute.isTransient ? .unstored(source: nil) : .attribute(source: nil, [])
                case .relationship: .relationship(source: nil)
                }
            }
            removedProperties = []
            return
        }
        let origins =
            problems.collect {
                try ModelMapping.origins(
                    of: target.properties.map { ($0.name, $0.originalName) },
                    among: Dictionary(source.properties.map { ($0.name, $0.originalName) }) { first, _ in first }
                ) { name, origin in
                    StoreError(
                        .migration,
                        "comes from \(origin) by its original name, and so does another property. Give each its own.",
                        entity: target.name,
                        property: name
                    )
                }
            } ?? [:]
        let positions = Dictionary(source.properties.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let oldColumns = old[source.name]?.properties ?? []
        let newColumns = new[target.name]?.properties ?? []
        var found: [PropertyMapping] = []
        for (slot, property) in target.properties.enumerated() {
            let before = origins[property.name].flatMap { positions[$0] }
            let columns = newColumns.indices.contains(slot) ? newColumns[slot] : .none
            let old = before.map { (source.properties[$0], oldColumns.indices.contains($0) ? oldColumns[$0] : .none) }
            let attributes = AttributeMapping(
                entity: target.name,
                property: property.name,
                leavesRowsToCode: leavesRowsToCode
            )
            let mapping = problems.collect {
                do {
                    return try PropertyMapping(property, columns, from: old, attributes, leavesValuesToCode)
                } catch  where leavesValuesToCode && old != nil {
                    return try PropertyMapping(property, columns, from: nil, attributes, leavesValuesToCode)
                }
            }
            found.append(mapping ?? .unstored(source: nil))
        }
        properties = found
        let used = Set(origins.values)
        removedProperties = source.properties.map(\.name).filter { !used.contains($0) }
    }
}

extension PropertyMapping {
    fileprivate init(
        _ target: PropertyOutline,
        _ columns: PropertyColumns,
        from source: (property: PropertyOutline, columns: PropertyColumns)?,
        _ attributes: AttributeMapping,
        _ leavesValuesToCode: Bool
    ) throws {
        switch (target, source?.property) {
        case (.attribute(let attribute), _) where attribute.isTransient:
            self = .unstored(source: source?.property.name)
        case (.attribute(let attribute), nil):
            self = .attribute(source: nil, try attributes.fills(added: attribute, columns))
        case (.attribute(let attribute), .attribute(let before)?) where before.isTransient:
            self = .attribute(source: before.name, try attributes.fills(added: attribute, columns))
        case (.attribute(let attribute), .attribute(let before)?):
            let fills = try attributes.fills(attribute, columns, from: before, source?.columns ?? .none)
            self = .attribute(source: before.name, fills)
        case (.relationship(let relationship), nil):
            guard leavesValuesToCode || !relationship.isToOne || relationship.isOptional else {
                throw attributes.lost(
                    "was added and must lead to a \(relationship.destination)",
                    "no row has a destination. Make it optional"
                )
            }
            self = .relationship(source: nil)
        case (.relationship(let relationship), .relationship(let before)?):
            guard
                leavesValuesToCode || !relationship.isToOne || relationship.isOptional
                    || (before.isToOne && !before.isOptional)
            else {
                let old = before.isToOne ? "an optional \(before.destination)" : "many \(before.destination)"
                throw attributes.lost(
                    "led to \(old) and must lead to one \(relationship.destination)",
                    "a row may have none, or several. Make it optional"
                )
            }
            self = .relationship(source: before.name)
        case (.attribute(let attribute), .relationship(let before)?):
            throw attributes.lost(
                "was a relationship to \(before.destination) and is \(AttributeMapping.text(attribute))",
                "needs a custom stage that converts the values"
            )
        case (.relationship(let relationship), .attribute(let before)?):
            throw attributes.lost(
                "was \(AttributeMapping.text(before)) and is a relationship to \(relationship.destination)",
                "needs a custom stage that converts the values"
            )
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

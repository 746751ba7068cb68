package import SwiftDataCore

/// The names that a store has for entities, where they differ from the names of the classes.
package protocol StoredEntityNames {
    /// A model whose entities come from the entities that the store has under other names.
    func renaming(_ own: ModelOutline) -> ModelOutline
    /// A model as the store has it.
    func stored(_ own: ModelOutline) -> ModelOutline
}

/// The versions of a migration plan, as far as they concern one store of a container.
package struct PlanVersions {
    package struct Version {
        package let type: any VersionedSchema.Type
        /// The models of the version that the store has.
        package let schema: Schema
        package let outline: ModelOutline
        /// The model with the names of entities in the file, where the file is of this version.
        package let stored: ModelOutline

        package init(_ type: any VersionedSchema.Type, _ schema: Schema, _ names: (any StoredEntityNames)? = nil) {
            self.type = type
            self.schema = schema
            let outline = ModelOutline(schema)
            self.outline = names?.renaming(outline) ?? outline
            stored = names?.stored(outline) ?? outline
        }

        package var name: String { MigrationStage.name(type) }
    }

    package let plan: any SchemaMigrationPlan.Type
    package let versions: [Version]

    /// - Parameters:
    ///   - served: The names of the entities that the store is to have. The entities of earlier versions are their
    ///     predecessors.
    ///   - stored: The names of the entities that the file has: an entity that ends with a version may be in any store.
    /// - Throws: ``StoreError`` for a version whose models contradict each other.
    package init(
        _ plan: any SchemaMigrationPlan.Type,
        served: Set<String>,
        stored: Set<String>,
        names: (any StoredEntityNames)? = nil
    ) throws {
        self.plan = plan
        let types = plan.schemas
        let whole = types.map { Schema(versionedSchema: $0) }
        for schema in whole {
            if let problem = schema.problems.first { throw problem }
        }
        guard let last = whole.last, !served.isSuperset(of: last.entities.map(\.name)) else {
            versions = zip(types, whole).map { Version($0, $1, names) }
            return
        }
        var kept = served
        var found: [Version] = []
        for (index, schema) in whole.enumerated().reversed() {
            if index + 1 < whole.count {
                kept = Self.origins(of: kept, in: whole[index + 1], from: schema, stored: stored)
            }
            let part = Self.closed(kept.intersection(schema.entities.map(\.name)), in: schema)
            let models = schema.entities.filter { part.contains($0.name) }.compactMap(\.modelType)
            found.append(Version(types[index], Schema(models, version: schema.version), names))
        }
        versions = found.reversed()
    }

    /// The entities of a version that have a successor in the next one, and the entities that end with it.
    private static func origins(
        of names: Set<String>,
        in next: Schema,
        from schema: Schema,
        stored: Set<String>
    ) -> Set<String> {
        var successors: [String: String] = [:]
        let earlier = Set(schema.entities.map(\.name))
        for entity in ModelOutline(next).entities {
            let isRenamed = entity.originalName != entity.name && earlier.contains(entity.originalName)
            successors[isRenamed ? entity.originalName : entity.name] = entity.name
        }
        return earlier.filter { name in successors[name].map(names.contains) ?? stored.contains(name) }
    }

    /// A part of a schema with everything that it leads to.
    private static func closed(_ names: Set<String>, in schema: Schema) -> Set<String> {
        var part = names
        var waiting = Array(names)
        while let name = waiting.popLast() {
            guard let entity = schema.entitiesByName[name] else { continue }
            var near = entity.relationships.map(\.destination) + entity.subentities.map(\.name)
            if let parent = entity.superentityName { near.append(parent) }
            for other in near where part.insert(other).inserted { waiting.append(other) }
        }
        return part
    }

    /// The version that a store has. Where several have the same models, the one whose identifier the store has; the last of
    /// them if it has none of theirs.
    /// - Parameter isVersion: True for a model that the store was written with.
    package func index(version: Schema.Version, where isVersion: (ModelOutline) -> Bool) -> Int? {
        let found = versions.indices.filter { isVersion(versions[$0].stored) }
        return found.last { versions[$0].type.versionIdentifier == version } ?? found.last
    }

    /// All versions of a plan, with all of their models; none where models contradict each other.
    private static func all(of plan: any SchemaMigrationPlan.Type) -> [Version] {
        let schemas = plan.schemas.map { Schema(versionedSchema: $0) }
        return schemas.allSatisfy(\.problems.isEmpty) ? zip(plan.schemas, schemas).map { Version($0, $1) } : []
    }

    /// The version that a schema is. Where several have the same models, it is the one with its identifier, unless that
    /// may be the one of a schema that was given none; then one with the very same classes; and at last the last of them.
    package static func index(of schema: Schema, _ model: ModelOutline, in versions: [Version]) -> Int? {
        let found = versions.indices.filter { versions[$0].outline.isSameVersion(as: model) }
        if schema.version != Schema.Version(1, 0, 0),
            let same = found.last(where: { versions[$0].type.versionIdentifier == schema.version })
        {
            return same
        }
        func classes(_ schema: Schema) -> Set<ObjectIdentifier> {
            Set(schema.entities.compactMap(\.modelType).map { ObjectIdentifier($0) })
        }
        let own = classes(schema)
        return found.last { classes(versions[$0].schema) == own } ?? found.last
    }

    /// The plan, nil where it has no versions, and the model that a migration to a schema leads to.
    /// - Throws: ``StoreError`` with code `migration` for a plan that cannot be used.
    package static func target(
        _ schema: Schema,
        _ plan: (any SchemaMigrationPlan.Type)?
    ) throws -> (plan: (any SchemaMigrationPlan.Type)?, model: ModelOutline) {
        try plan?.check()
        var model = ModelOutline(schema)
        guard let plan, !plan.schemas.isEmpty else { return (nil, model) }
        let versions = all(of: plan)
        if let own = index(of: schema, model, in: versions) {
            // `ModelContainer(for: Trip.self, migrationPlan: …)` says nothing of versions.
            model.versionIdentifier = versions[own].type.versionIdentifier.description
        }
        return (plan, model)
    }

    /// The stages that lead from one version to another.
    /// - Throws: ``StoreError`` with code `migration` where one is missing.
    package func stages(
        from start: Int,
        to end: Int
    ) throws -> [(stage: MigrationStage, source: Version, target: Version)] {
        var found: [(stage: MigrationStage, source: Version, target: Version)] = []
        var position = start
        while position < end {
            let version = versions[position]
            guard let stage = plan.stages.first(where: { $0.source == version.type }),
                let next = versions.firstIndex(where: { $0.type == stage.target })
            else {
                throw StoreError(.migration, "\(plan) has no stage that begins at \(version.name). Add a stage.")
            }
            guard next <= end else {
                throw StoreError(.migration, "\(plan) leads past \(versions[end].name): \(stage.name).")
            }
            found.append((stage, version, versions[next]))
            position = next
        }
        return found
    }
}

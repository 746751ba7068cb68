import SwiftDataCore
import SwiftDataSQL

/// Computes the changes to a store's file that are needed before a schema can be served from it.
struct StoreMigration {
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?
    /// The model of the schema, which an empty file is made for.
    private(set) var model: ModelOutline
    /// The tables that the schema is served from without a migration, by the names that the file has for its entities.
    private(set) var layout: StoreLayout
    let name: String
    /// True if a file that Apple's frameworks made may be migrated without a plan.
    private let migratesAppleStores: Bool
    /// True if a file of Apple's frameworks may be migrated.
    private var isMigrationRequested: Bool { plan != nil || migratesAppleStores }
    /// The names that the file has for entities, where they were read.
    private var names: StoredNames?

    /// - Throws: ``StoreError`` naming entity and property where the schema contradicts itself, or with code `migration` for
    ///   a plan that cannot be used.
    init(
        _ schema: Schema,
        name: String,
        plan: (any SchemaMigrationPlan.Type)?,
        migratesAppleStores: Bool = false
    ) throws {
        self.schema = schema
        self.name = name
        self.migratesAppleStores = migratesAppleStores
        (self.plan, model) = try PlanVersions.target(schema, plan)
        layout = try StoreLayout(model)
    }

    /// The tables of the schema in a file with these names.
    func layout(_ names: StoredNames) throws -> StoreLayout { try StoreLayout(names.outline(model)) }

    /// The same for a file with these names: tables and columns that are served under another name are renamed where
    /// the file is migrated.
    func named(by names: StoredNames) throws -> StoreMigration {
        var named = self
        named.names = names
        named.layout = try layout(names)
        named.model = names.renaming(model)
        return named
    }

    /// The steps from the model of a file to the schema; none where it can be served as it is.
    /// - Throws: ``SwiftDataError/backwardMigration``, ``SwiftDataError/unknownDataStoreSchema``, or ``StoreError`` with code
    ///   `migration` for a step that is missing or cannot be inferred.
    func steps(_ file: FileModel, _ runner: SQLRunner) throws -> [PlanStep] {
        // Nothing is added to a file that Apple's frameworks made where nothing is missing.
        let isServed = try !file.isWrittenByLibrary && file.serves(layout, strictly: isMigrationRequested, runner)
        if !file.isWrittenByLibrary, !isServed, let damage = try file.damage(for: layout, runner) { throw damage }
        let isVersion = file.isVersion(model)
        if isVersion, plan == nil || file.version == model.version, file.isExactly(model) { return [] }
        if let plan {
            let served = Set(schema.entities.map(\.name))
            let stored = Set(file.metadata.modelVersionHashes.keys)
            let versions = try PlanVersions(plan, served: served, stored: stored, names: names)
            return try steps(file, versions, isVersion: isVersion, isServed: isServed)
        }
        guard isVersion || file.version <= model.version else { throw newer(file, "the schema", model.version) }
        return isServed ? [] : try inferred(file)
    }

    private func steps(
        _ file: FileModel,
        _ plan: PlanVersions,
        isVersion: Bool,
        isServed: Bool
    ) throws -> [PlanStep] {
        let last = plan.versions.count - 1
        let own = PlanVersions.index(of: schema, model, in: plan.versions)
        let end = own ?? last
        guard let start = plan.index(of: file) else {
            if isVersion { return isServed || file.isExactly(model) ? [] : try inferred(file) }
            let newest = max(plan.versions[last].type.versionIdentifier, model.version)
            guard file.version <= newest else { throw newer(file, "\(plan.plan)", newest) }
            if isServed { return [] }
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "The store \(place(file)) is none of the versions of \(plan.plan): "
                    + plan.versions.map(\.name).joined(separator: ", ") + "."
            )
        }
        guard start <= end else { throw newer(file, plan.versions[end].name, model.version) }
        if start == end, isServed { return [] }
        var steps: [PlanStep] = []
        for (stage, source, target) in try plan.stages(from: start, to: end) {
            // Further content of the file counts, and so do the container's models.
            let before = try steps.last?.target ?? file.outline(before: source.outline)
            var after = target.outline
            if own != nil, target.type == plan.versions[end].type {
                after = model
                after.versionIdentifier = target.outline.versionIdentifier
            }
            // The inverses differ from version to version, even for relationships of the same name.
            after = after.followingInverses(of: before)
            steps.append(try PlanStep(stage.name, from: before, to: after, code: StageCode(stage, source, target)))
        }
        if own == nil {
            log.notice(
                "The schema of \"\(name)\" is no version of \(plan.plan): the step from its last one is inferred."
            )
            steps.append(
                try PlanStep(
                    "\(plan.versions[last].name) → schema \(model.versionIdentifier)",
                    from: steps.last?.target ?? file.outline(before: plan.versions[last].outline),
                    to: model
                )
            )
        } else if steps.isEmpty, !file.isExactly(model) {
            return try inferred(file)
        }
        return steps
    }

    /// The step from the file's own model to the schema's.
    private func inferred(_ file: FileModel) throws -> [PlanStep] {
        var target = model
        // A change that makes no other version must not take the file back to an earlier one.
        if file.version > model.version { target.versionIdentifier = file.version.description }
        let name = "\(file.version) → \(model.versionIdentifier)"
        return [try PlanStep(name, from: file.outline(before: model), to: target)]
    }

    /// A file that Apple's frameworks made is not migrated unless the program asks for it.
    /// - Throws: ``StoreError`` with code `migration`, naming the changes that would be needed.
    func checkMigrationIsRequested(_ file: FileModel, _ steps: [PlanStep]) throws {
        guard !file.isWrittenByLibrary, !steps.isEmpty, !isMigrationRequested else { return }
        let found = file.differences(from: layout.model)
        let what =
            found.isEmpty
            ? steps.flatMap(\.inferred.steps).map(\.description) : found.map(\.description)
        throw StoreError(
            .migration,
            "The store \(place(file)) was made by Apple's frameworks and would have to be migrated: "
                + (what.isEmpty ? "its model differs" : what.joined(separator: "; "))
                + ". Apple's frameworks refuse the migrated store, unless they can migrate it. To migrate it, give the "
                + "container a migration plan or set migratesAppleStores of its configuration.",
            entity: found.first?.entity,
            property: found.first?.property
        )
    }

    private func newer(_ file: FileModel, _ known: String, _ version: Schema.Version) -> SwiftDataError {
        SwiftDataError(
            .backwardMigration,
            "The store \(place(file)) has version \(file.version), which is newer than \(known), with version \(version)."
        )
    }

    private func place(_ file: FileModel) -> String { "\"\(name)\" at \(file.path)" }
}

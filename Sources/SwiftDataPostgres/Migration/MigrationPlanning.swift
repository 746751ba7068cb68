#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Computes the changes to the tables that are needed of a store before a schema can be served from them.
struct MigrationPlanning {
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?
    /// The model of the schema, with the version that it has in the plan.
    let model: ModelOutline
    private let configuration: PostgresConfiguration
    private var namespace: String { configuration.namespace }

    /// - Throws: ``StoreError`` with code `migration` for a plan that cannot be used.
    init(
        _ schema: Schema,
        _ plan: (any SchemaMigrationPlan.Type)?,
        _ configuration: PostgresConfiguration
    ) throws {
        self.schema = schema
        self.configuration = configuration
        (self.plan, model) = try PlanVersions.target(schema, plan)
    }

    /// The choices of a new store.
    var choices: StoreChoices { StoreChoices(dates: configuration.dates, keys: configuration.keys) }

    /// The steps from the model of a store to the schema; none where it can be served as it is.
    /// - Parameter next: A number that no entity has had.
    /// - Throws: ``SwiftDataError/backwardMigration``, ``SwiftDataError/unknownDataStoreSchema``, or ``StoreError`` with code
    ///   `migration` for a step that is missing or cannot be inferred.
    func steps(_ stored: StoredTables, next: () throws -> Int64) throws -> [PostgresStep] {
        guard let before = stored.model else { return try unknown(stored) }
        let isVersion = before.isSameVersion(as: model)
        if isVersion, plan == nil || before.version == model.version, try isExactly(before) { return [] }
        var next = try next()
        guard let plan else {
            guard isVersion || before.version <= model.version else {
                throw newer(before, "the schema", model.version)
            }
            return [try inferred(before, stored.choices, &next)]
        }
        let versions = try PlanVersions(
            plan,
            served: Set(schema.entities.map(\.name)),
            stored: Set(before.entities.map(\.name))
        )
        return try steps(before, stored.choices, versions, isVersion: isVersion, &next)
    }

    private func steps(
        _ stored: ModelOutline,
        _ choices: StoreChoices,
        _ plan: PlanVersions,
        isVersion: Bool,
        _ next: inout Int64
    ) throws -> [PostgresStep] {
        let last = plan.versions.count - 1
        let own = PlanVersions.index(of: schema, model, in: plan.versions)
        let end = own ?? last
        guard let start = plan.index(version: stored.version, where: { stored.isSameVersion(as: $0) }) else {
            if isVersion { return try isExactly(stored) ? [] : [inferred(stored, choices, &next)] }
            let newest = max(plan.versions[last].type.versionIdentifier, model.version)
            guard stored.version <= newest else { throw newer(stored, "\(plan.plan)", newest) }
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "The store in the namespace \"\(namespace)\" is none of the versions of \(plan.plan): "
                    + plan.versions.map(\.name).joined(separator: ", ") + "."
            )
        }
        guard start <= end else { throw newer(stored, plan.versions[end].name, model.version) }
        var steps: [PostgresStep] = []
        for (stage, source, target) in try plan.stages(from: start, to: end) {
            var after = target.outline
            if own != nil, target.type == plan.versions[end].type { after = model }
            after.versionIdentifier = target.outline.versionIdentifier
            steps.append(
                try PostgresStep(
                    stage.name,
                    from: steps.last?.target.model ?? stored,
                    to: after,
                    choices,
                    next: &next,
                    code: StageCode(stage, source, target)
                )
            )
        }
        if own == nil {
            log.notice("The schema is no version of \(plan.plan): the step from its last one is inferred.")
            let name = "\(plan.versions[last].name) → schema \(model.versionIdentifier)"
            steps.append(
                try PostgresStep(name, from: steps.last?.target.model ?? stored, to: model, choices, next: &next)
            )
        } else if steps.isEmpty, try !isExactly(stored) {
            return [try inferred(stored, choices, &next)]
        }
        return steps
    }

    /// The tables that there are after some steps.
    func tables(_ stored: StoredTables, _ steps: [PostgresStep]) throws -> PostgresTables {
        if let last = steps.last { return last.target }
        var own = model
        own.numbers = stored.numbers
        return try PostgresTables(own, stored.choices)
    }

    /// Tables of an early version do not contain their model.
    private func unknown(_ stored: StoredTables) throws -> [PostgresStep] {
        var own = model
        own.numbers = stored.numbers
        guard try PostgresTables(own, stored.choices).fingerprint != stored.fingerprint else { return [] }
        throw StoreError(
            .migration,
            "the tables in the namespace \"\(namespace)\" are of another schema, and were made by a version of the library that did "
                + "not record it. Open the store once with the models that it was made with; then it can be migrated."
        )
    }

    /// The step from the model of the store itself to the schema's.
    private func inferred(_ stored: ModelOutline, _ choices: StoreChoices, _ next: inout Int64) throws -> PostgresStep {
        var target = model
        // A change that makes no other version must not take the store back to an earlier one.
        if stored.version > model.version { target.versionIdentifier = stored.version.description }
        let name = "\(stored.version) → \(model.versionIdentifier)"
        return try PostgresStep(name, from: stored, to: target, choices, next: &next)
    }

    /// True if the store has just the model of the schema, whatever version it states.
    private func isExactly(_ stored: ModelOutline) throws -> Bool {
        var stored = stored
        stored.versionIdentifier = model.versionIdentifier
        return try stored.json() == model.json()
    }

    private func newer(_ stored: ModelOutline, _ known: String, _ version: Schema.Version) -> SwiftDataError {
        SwiftDataError(
            .backwardMigration,
            "The store in the namespace \"\(namespace)\" has version \(stored.version), which is newer than \(known), with "
                + "version \(version)."
        )
    }
}
#endif

import Foundation
import SwiftDataCore

/// Checks a container's configurations against each other and opens their stores.
struct ContainerOpening {
    /// The configurations, each with its schema.
    let configurations: [any DataStoreConfiguration]

    /// - Throws: ``SwiftDataError`` naming the configuration that cannot be used.
    init(schema: Schema, configurations given: [any DataStoreConfiguration]) throws {
        if let problem = schema.problems.first { throw problem }
        let all = given.isEmpty ? [ModelConfiguration()] : given
        var names: Set<String> = []
        var files: Set<String> = []
        for configuration in all {
            let file = (configuration as? ModelConfiguration).flatMap {
                $0.isStoredInMemoryOnly ? nil : StorePath.resolved($0.url.path)
            }
            guard names.insert(configuration.name).inserted, file.map({ files.insert($0).inserted }) ?? true else {
                throw SwiftDataError(
                    .duplicateConfiguration,
                    "two configurations have the name \"\(configuration.name)\", or the same file. Give each its own."
                )
            }
        }
        configurations = try all.map { try Self.complete($0, schema) }
    }

    /// Opens the stores, in order. Where there are several, no store is migrated before all look as if they could be.
    func open(migrationPlan: (any SchemaMigrationPlan.Type)?) throws -> [any StoreAccess] {
        if configurations.count > 1 {
            for configuration in configurations.compactMap({ $0 as? ModelConfiguration }) {
                try StoreMigration.check(configuration, plan: migrationPlan)
            }
        }
        func open<Configuration: DataStoreConfiguration>(_ configuration: Configuration) throws -> any StoreAccess {
            try CheckedStore<Configuration.Store>.open(configuration, migrationPlan: migrationPlan)
        }
        let stores = try configurations.map { try open($0) }
        var names: [String: String] = [:]
        for store in stores {
            guard let other = names.updateValue(store.configurationName, forKey: store.storeIdentifier) else {
                continue
            }
            throw SwiftDataError(
                .duplicateConfiguration,
                "the stores of \"\(other)\" and \"\(store.configurationName)\" have the same identifier, so the "
                    + "store of a row would be ambiguous. Give each store its own identifier."
            )
        }
        try Self.checkInverses(stores)
        return stores
    }

    /// Stores of the same entities have to agree on which relationships are inverses: a context asks before it knows where
    /// a model will be saved.
    private static func checkInverses(_ stores: [any StoreAccess]) throws {
        for store in stores {
            for other in stores where other !== store {
                let shared = store.entityNames.intersection(other.entityNames)
                guard let place = store.storedInverses?.conflict(with: other.storedInverses, in: shared) else {
                    continue
                }
                throw StoreError(
                    .cannotOpen,
                    "its inverse is not the same in the files of \"\(store.configurationName)\" and "
                        + "\"\(other.configurationName)\". Give each a container of its own.",
                    entity: place.entity,
                    property: place.property
                )
            }
        }
    }

    /// Gives a configuration without a schema the container's.
    private static func complete<Configuration: DataStoreConfiguration>(
        _ configuration: Configuration,
        _ schema: Schema
    ) throws -> any DataStoreConfiguration {
        var configuration = configuration
        guard let part = configuration.schema else {
            configuration.schema = schema
            return configuration
        }
        for entity in part.entities where schema.entitiesByName[entity.name] == nil {
            throw SwiftDataError(
                .configurationSchemaNotFoundInContainerSchema,
                "the configuration \"\(configuration.name)\" holds \(entity.name), which is not in the container's "
                    + "schema. List it in ModelContainer(for:)."
            )
        }
        return configuration
    }
}

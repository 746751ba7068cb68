// Every form of making a schema, a configuration and a container.
import Foundation
import SwiftData

@Model final class A { var name = ""; init() {} }
@Model final class B { var name = ""; init() {} }

enum Versions: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 2, 3)
    static let models: [any PersistentModel.Type] = [A.self, B.self]
}

enum Plan: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [Versions.self]
    static let stages: [MigrationStage] = []
}

func schemas() -> [Schema] {
    [
        Schema(),
        Schema([A.self]),
        Schema([A.self, B.self], version: Schema.Version(2, 0, 0)),
        Schema(A.self, B.self),
        Schema(A.self, version: .init(1, 0, 0)),
        Schema(versionedSchema: Versions.self),
        Schema(Schema.Entity("E"), Schema.Entity("F", properties: Schema.Attribute(name: "n", valueType: Int.self))),
    ]
}

func configurations(_ url: URL) -> [ModelConfiguration] {
    [
        ModelConfiguration(),
        ModelConfiguration(isStoredInMemoryOnly: true),
        ModelConfiguration(for: A.self),
        ModelConfiguration(for: A.self, B.self, isStoredInMemoryOnly: true),
        ModelConfiguration("Named"),
        ModelConfiguration("Named", schema: Schema([A.self])),
        ModelConfiguration(schema: Schema([A.self]), isStoredInMemoryOnly: false),
        ModelConfiguration(nil, schema: nil, isStoredInMemoryOnly: true, allowsSave: false),
        ModelConfiguration(groupContainer: .identifier("group.app")),
        ModelConfiguration("n", groupContainer: .none, cloudKitDatabase: .none),
        ModelConfiguration(groupContainer: .automatic, cloudKitDatabase: .automatic),
        ModelConfiguration(cloudKitDatabase: .private("iCloud.app")),
        ModelConfiguration(url: url),
        ModelConfiguration("n", url: url),
        ModelConfiguration("n", schema: Schema([A.self]), url: url, allowsSave: false, cloudKitDatabase: .none),
        ModelConfiguration(schema: Schema([A.self]), url: url),
    ]
}

func containers(_ schema: Schema, _ configuration: ModelConfiguration) throws -> [ModelContainer] {
    let custom: any DataStoreConfiguration = configuration
    return [
        try ModelContainer(for: A.self),
        try ModelContainer(for: A.self, B.self),
        try ModelContainer(for: A.self, configurations: configuration),
        try ModelContainer(for: A.self, B.self, configurations: configuration, configuration),
        try ModelContainer(for: A.self, migrationPlan: Plan.self),
        try ModelContainer(for: A.self, B.self, migrationPlan: Plan.self, configurations: configuration),
        try ModelContainer(for: A.self, migrationPlan: nil, configurations: configuration),
        try ModelContainer(for: A.self, configurations: .init(isStoredInMemoryOnly: true)),
        try ModelContainer(for: A.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)),
        try ModelContainer(for: schema),
        try ModelContainer(for: schema, configurations: configuration),
        try ModelContainer(for: schema, configurations: configuration, configuration),
        try ModelContainer(for: schema, configurations: [configuration]),
        try ModelContainer(for: schema, configurations: []),
        try ModelContainer(for: schema, migrationPlan: Plan.self),
        try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: configuration),
        try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: [configuration]),
        try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: []),
        try ModelContainer(for: schema, migrationPlan: nil, configurations: []),
        try ModelContainer(for: Schema([A.self]), configurations: [ModelConfiguration(schema: schema)]),
        try ModelContainer(for: A.self, configurations: custom),
        try ModelContainer(for: A.self, B.self, configurations: custom, configuration),
        try ModelContainer(for: schema, configurations: [custom]),
        try ModelContainer(for: schema, configurations: [custom, configuration]),
        try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: [custom]),
        try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: [custom, configuration]),
    ]
}

let shared: ModelContainer = {
    let schema = Schema([A.self])
    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: false)
    do {
        return try ModelContainer(for: schema, configurations: [configuration])
    } catch {
        fatalError("Could not create ModelContainer: \(error)")
    }
}()

@MainActor
func members(_ container: ModelContainer) throws {
    let schema: Schema = container.schema
    let plan: (any SchemaMigrationPlan.Type)? = container.migrationPlan
    let context: ModelContext = container.mainContext
    var all: Set<ModelConfiguration> = container.configurations
    all.formUnion([])
    container.configurations = all
    for configuration in container.configurations {
        let url: URL = configuration.url
        let name: String = configuration.name
        let group: String? = configuration.groupAppContainerIdentifier
        let cloud: String? = configuration.cloudKitContainerIdentifier
        print(url, name, group as Any, cloud as Any, configuration.allowsSave, configuration.isStoredInMemoryOnly)
        print(configuration.id, configuration.debugDescription, configuration.schema as Any, configuration.hashValue)
        print(configuration.groupContainer, configuration.cloudKitDatabase)
        try configuration.validate()
        let identifier: String? = container.storeIdentifier(forConfigurationNamed: name)
        let again: String? = container.configurationName(forStoreIdentifier: identifier ?? "")
        print(again as Any)
    }
    print(schema, plan as Any, context, container == container)
    try container.erase()
    container.deleteAllData()
}

func reading(_ schema: Schema, _ url: URL) throws {
    for entity in schema.entities {
        print(entity.name, entity.superentityName as Any, entity.subentities, entity.uniquenessConstraints)
        print(entity.indices, entity.attributesByName.keys, entity.relationshipsByName.keys)
        for attribute in entity.attributes where !attribute.isTransient {
            print(attribute.name, attribute.originalName, attribute.valueType, attribute.defaultValue as Any)
            print(attribute.isUnique, attribute.isOptional, attribute.isTransformable, attribute.options)
        }
        for relationship in entity.relationships {
            print(relationship.destination, relationship.inverseName as Any, relationship.deleteRule.rawValue)
            print(relationship.isToOneRelationship, relationship.minimumModelCount as Any)
        }
        for property in entity.storedProperties { print(property.name, property.isRelationship) }
    }
    print(schema.entitiesByName["A"] as Any, schema.version, schema.encodingVersion)
    print(schema.entity(for: A.self)?.name as Any, Schema.entityName(for: A.self))
    try schema.save(to: url)
    let loaded = try Schema.load(from: url)
    print(loaded == schema, try JSONEncoder().encode(loaded))
}

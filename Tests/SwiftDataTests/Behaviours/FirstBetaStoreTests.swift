import Foundation
import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// A store with the names of the first beta, as code of that time has them, does what any other does.
@Suite struct FirstBetaStoreTests {
    @Test func aStoreWithTheNamesOfTheFirstBetaBehaves() {
        let lacking: Set<StoreCapability> = [.uniqueness, .missingRows, .erasing, .nonFiniteNumbers, .history]
        var suite = StoreBehaviourSuite("store of the first beta", lacking: lacking) { schema, folder in
            FirstBetaConfiguration(schema: schema, file: folder.appendingPathComponent("archive.json"))
        }
        suite.predicates = 200
        suite.scripts = 5
        let report = suite.run()
        print("• \(report)")
        for failure in report.failures { Issue.record("\(failure)") }
        #expect(report.run > 100)
        #expect(report.skipped.count == 22)
    }
}

private struct FirstBetaConfiguration: DataStoreConfiguration {
    typealias StoreType = FirstBetaStore

    var name = "archive"
    var schema: Schema?
    var file: URL

    init(schema: Schema?, file: URL) {
        self.schema = schema
        self.file = file
    }
}

private final class FirstBetaStore: DataStore {
    typealias Configuration = FirstBetaConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: FirstBetaConfiguration
    let schema: Schema
    let identifier: String

    init(_ configuration: FirstBetaConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
        identifier = configuration.name
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot>
    where T: PersistentModel {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let rows = try read()
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: Array(rows.values),
            relatedSnapshots: rows
        )
    }

    // Deprecated, so that the old name is no warning here.
    @available(*, deprecated)
    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var rows = try read()
        var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
        for row in request.inserted {
            let entity = row.persistentIdentifier.entityName
            let identifier = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: entity,
                primaryKey: UUID()
            )
            rows[identifier] = row.copy(persistentIdentifier: identifier)
            permanent[row.persistentIdentifier] = identifier
        }
        for row in request.updated { rows[row.persistentIdentifier] = row }
        for row in request.deleted { rows[row.persistentIdentifier] = nil }
        try JSONEncoder().encode(Array(rows.values)).write(to: configuration.file, options: .atomic)
        return DataStoreSaveChangesResult(
            for: identifier,
            remappedPersistentIdentifiers: permanent,
            deletedIdentifiers: request.deleted.map(\.persistentIdentifier)
        )
    }

    private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard FileManager.default.fileExists(atPath: configuration.file.path) else { return [:] }
        let rows = try JSONDecoder().decode([DefaultSnapshot].self, from: Data(contentsOf: configuration.file))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.persistentIdentifier, $0) })
    }
}

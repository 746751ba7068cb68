// An archive store with the names of the first beta: one JSON file, everything read for each fetch, written for each
// save, with references as they come.
import Foundation
import SwiftData

final class ArchiveStoreConfiguration: DataStoreConfiguration {
    typealias StoreType = ArchiveStore

    var name: String
    var schema: Schema?
    var fileURL: URL

    init(name: String, schema: Schema? = nil, fileURL: URL) {
        self.name = name
        self.schema = schema
        self.fileURL = fileURL
    }

    static func == (lhs: ArchiveStoreConfiguration, rhs: ArchiveStoreConfiguration) -> Bool {
        return lhs.name == rhs.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

final class ArchiveStore: DataStore {
    typealias Configuration = ArchiveStoreConfiguration
    typealias Snapshot = DefaultSnapshot

    var configuration: ArchiveStoreConfiguration
    var name: String
    var schema: Schema
    var identifier: String

    init(_ configuration: ArchiveStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        self.name = configuration.name
        self.schema = configuration.schema!
        self.identifier = configuration.fileURL.lastPathComponent
    }

    func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
        -> DataStoreSaveChangesResult<DefaultSnapshot>
    {
        var permanentIdentifiers = [PersistentIdentifier: PersistentIdentifier]()
        var archive = try load()

        for snapshot in request.inserted {
            let permanentIdentifier = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: UUID()
            )
            let permanentSnapshot = snapshot.copy(persistentIdentifier: permanentIdentifier)
            archive[permanentIdentifier] = permanentSnapshot
            permanentIdentifiers[snapshot.persistentIdentifier] = permanentIdentifier
        }
        for snapshot in request.updated {
            archive[snapshot.persistentIdentifier] = snapshot
        }
        for snapshot in request.deleted {
            archive[snapshot.persistentIdentifier] = nil
        }
        try store(archive)
        return DataStoreSaveChangesResult<DefaultSnapshot>(  // expect-warning: deprecated
            for: self.identifier,
            remappedPersistentIdentifiers: permanentIdentifiers,
            deletedIdentifiers: request.deleted.map({ $0.persistentIdentifier })
        )
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot>
    where T: PersistentModel {
        if request.descriptor.predicate != nil {
            throw DataStoreError.preferInMemoryFilter
        } else if request.descriptor.sortBy.count > 0 {
            throw DataStoreError.preferInMemorySort
        }
        let archive = try load()
        let snapshots = archive.values.map({ $0 })
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: snapshots,
            relatedSnapshots: archive
        )
    }

    func load() throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard FileManager.default.fileExists(atPath: configuration.fileURL.path) else { return [:] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let snapshots = try decoder.decode([DefaultSnapshot].self, from: try Data(contentsOf: configuration.fileURL))
        var archive = [PersistentIdentifier: DefaultSnapshot]()
        snapshots.forEach { snapshot in
            archive[snapshot.persistentIdentifier] = snapshot
        }
        return archive
    }

    func store(_ archive: [PersistentIdentifier: DefaultSnapshot]) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = try encoder.encode(archive.values.map({ $0 }))
        try data.write(to: configuration.fileURL)
    }
}

@Model
final class Excursion {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Wish.excursion)
    var wishes: [Wish] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Wish {
    var title: String
    var excursion: Excursion?

    init(title: String) {
        self.title = title
    }
}

func openArchive(_ url: URL) throws -> ModelContainer {
    let configuration = ArchiveStoreConfiguration(name: "archive", fileURL: url)
    return try ModelContainer(for: Excursion.self, Wish.self, configurations: configuration)
}

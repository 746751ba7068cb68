// A store of the user's own, with the public protocols only.
import Foundation
import SwiftData

final class JSONFileStore: DataStore {
    typealias Configuration = JSONFileConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: JSONFileConfiguration
    let name: String
    let schema: Schema
    let identifier: String

    init(_ configuration: JSONFileConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.name = configuration.name
        self.schema = schema
        self.identifier = configuration.file.lastPathComponent
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot>
    where T: PersistentModel {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let all = try read().values.filter { $0.persistentIdentifier.entityName == Schema.entityName(for: T.self) }
        return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: Array(all), relatedSnapshots: [:])
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        var all = try read()
        for snapshot in request.inserted {
            let permanent = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: UUID().uuidString
            )
            remapped[snapshot.persistentIdentifier] = permanent
            all[permanent] = snapshot.copy(persistentIdentifier: permanent)
        }
        for snapshot in request.updated {
            all[snapshot.persistentIdentifier] = snapshot.copy(
                persistentIdentifier: snapshot.persistentIdentifier,
                remappedIdentifiers: remapped
            )
        }
        for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
        try JSONEncoder().encode(all).write(to: configuration.file, options: .atomic)
        print(request.editingState.id, request.editingState.author as Any)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard let data = try? Data(contentsOf: configuration.file) else { return [:] }
        return try JSONDecoder().decode([PersistentIdentifier: DefaultSnapshot].self, from: data)
    }
}

struct JSONFileConfiguration: DataStoreConfiguration {
    typealias Store = JSONFileStore

    var name: String
    var schema: Schema?
    var file: URL

    static func == (lhs: JSONFileConfiguration, rhs: JSONFileConfiguration) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

@Model
final class Note {
    var text = ""
    init() {}
}

func open(_ url: URL) throws -> [ModelContainer] {
    let configuration = JSONFileConfiguration(name: "notes", schema: Schema([Note.self]), file: url)
    return [
        try ModelContainer(for: Note.self, configurations: configuration),
        try ModelContainer(for: Schema([Note.self]), configurations: [configuration]),
        try ModelContainer(for: Note.self, configurations: configuration, ModelConfiguration()),
    ]
}

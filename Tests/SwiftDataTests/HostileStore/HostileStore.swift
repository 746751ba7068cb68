import SwiftData

/// A store that keeps rows as it should, in memory, and does one thing wrong.
final class HostileStore: DataStore, DataStoreBatching, @unchecked Sendable {
    // Tests use it from one thread.
    typealias Configuration = HostileConfiguration
    typealias Snapshot = OwnRow

    let configuration: HostileConfiguration
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?

    private var shelf: HostileConfiguration.Shelf { configuration.shelf }
    private var misdeed: Misdeed? { shelf.misdeed }
    var identifier: String { misdeed == .anotherIdentifier ? "somebody else" : shelf.identifier }

    init(_ configuration: HostileConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        if let failure = configuration.shelf.openingFailure { throw failure }
        guard let schema = configuration.schema else { throw SwiftDataError.loadIssueModelContainer }
        self.configuration = configuration
        self.schema = schema
        plan = migrationPlan
        configuration.shelf.store = self
    }

    private func rows<T: PersistentModel>(of type: T.Type) -> [OwnRow] {
        shelf.rows.values
            .filter { schema.entitiesByName[$0.persistentIdentifier.entityName]?.modelType is T.Type }
            .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
    }

    func fetch<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, OwnRow> where T: PersistentModel {
        shelf.calls += 1
        if misdeed == .throwsFromFetch { throw Sabotage() }
        if misdeed == .fetchesInFetch || misdeed == .savesInFetch { try shelf.callBack() }
        if request.descriptor.predicate != nil || misdeed == .leavesEverythingToTheContext {
            throw DataStoreError.preferInMemoryFilter
        }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        var related: [PersistentIdentifier: OwnRow] = [:]
        if misdeed == .relatedForeign, let some = shelf.rows.values.first {
            let foreign = try shelf.foreign("Author")
            related[foreign] = some.copy(persistentIdentifier: foreign, remappedIdentifiers: nil)
        }
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: try shelf.spoiled(rows(of: T.self)),
            relatedSnapshots: related
        )
    }

    func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
        switch misdeed {
        case .throwsFromCount: throw Sabotage()
        case .negativeCount: return -1
        default: throw DataStoreError.unsupportedFeature
        }
    }

    func fetchIdentifiers<T>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] where T: PersistentModel {
        let all = rows(of: T.self).map(\.persistentIdentifier)
        switch misdeed {
        case .throwsFromIdentifiers: throw Sabotage()
        case .duplicateIdentifiers: return all + all.prefix(1)
        case .foreignIdentifiers: return all + [try shelf.foreign(T.self)]
        case .temporaryIdentifiers: return all + [Author(name: "").persistentModelID]
        case .identifiersOfAnotherEntity: return Array(shelf.rows.keys)
        default: throw DataStoreError.preferInMemorySort
        }
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: OwnRow] {
        switch misdeed {
        case .throwsFromCached: throw Sabotage()
        case .cachedUnderAnotherKey:
            return Dictionary(uniqueKeysWithValues: zip(persistentIdentifiers, shelf.rows.values.reversed()))
        case .cachedForeign:
            guard let some = shelf.rows.values.first else { return [:] }
            let foreign = try shelf.foreign("Author")
            return [foreign: some.copy(persistentIdentifier: foreign, remappedIdentifiers: nil)]
        default: return [:]
        }
    }

    func save(_ request: DataStoreSaveChangesRequest<OwnRow>) throws -> DataStoreSaveChangesResult<OwnRow> {
        shelf.calls += 1
        if misdeed == .throwsFromSave { throw Sabotage() }
        if misdeed == .fetchesInSave || misdeed == .savesInSave { try shelf.callBack() }
        var rows = shelf.rows
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for row in request.inserted {
            remapped[row.persistentIdentifier] = try shelf.newIdentifier(row.persistentIdentifier.entityName)
        }
        for row in request.inserted + request.updated {
            let permanent = remapped[row.persistentIdentifier] ?? row.persistentIdentifier
            rows[permanent] = row.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped)
        }
        for row in request.deleted { rows[row.persistentIdentifier] = nil }
        let answer = try shelf.spoiled(request, remapped)
        if misdeed?.isRefusedWhenSaving != true { shelf.rows = rows }
        return answer
    }

    func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
        if shelf.failsToDelete { throw Sabotage() }
        throw DataStoreError.unsupportedFeature
    }

    func erase() throws { throw Sabotage() }
}

struct HostileConfiguration: DataStoreConfiguration {
    typealias Store = HostileStore

    var name = "hostile"
    var schema: Schema?
    let shelf = Shelf()

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.shelf === rhs.shelf }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
}

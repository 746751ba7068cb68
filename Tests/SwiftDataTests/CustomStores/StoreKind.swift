import SwiftData
import TestSupport
import Testing

/// The custom stores that the tests run on.
enum StoreKind: CaseIterable {
    /// Default snapshots, nothing remapped.
    case plain
    /// As `plain`, and every fetch brings all rows along.
    case talkative
    /// Snapshots of a type of its own.
    case ownRows
    /// All that a store can do.
    case table
}

/// Containers on one custom store, as often as it is opened.
struct CustomStore {
    static let library: [any PersistentModel.Type] = [Author.self, Book.self, Tag.self, Person.self]

    let folder: TemporaryFolder
    let schema: Schema
    let configuration: any DataStoreConfiguration

    init(_ kind: StoreKind, _ types: [any PersistentModel.Type] = Self.library) throws {
        folder = try TemporaryFolder()
        schema = Schema(types)
        switch kind {
        case .plain: configuration = PlainConfiguration<DefaultSnapshot>(file: folder.file)
        case .talkative:
            var talkative = PlainConfiguration<DefaultSnapshot>(file: folder.file)
            talkative.givesRelated = true
            configuration = talkative
        case .ownRows: configuration = PlainConfiguration<OwnRow>(file: folder.file)
        case .table: configuration = TableConfiguration()
        }
    }

    /// A context of a container that has just been opened.
    func context() throws -> ModelContext {
        ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    }

    /// The file's text, for the kinds that have one.
    func text() throws -> String {
        guard !(configuration is TableConfiguration) else { return "" }
        return try String(contentsOf: folder.file, encoding: .utf8)
    }
}

extension ModelContext {
    /// All models of a class.
    func all<T: PersistentModel>(_ type: T.Type, sortBy: [SortDescriptor<T>] = []) throws -> [T] {
        try fetch(FetchDescriptor<T>(sortBy: sortBy))
    }
}

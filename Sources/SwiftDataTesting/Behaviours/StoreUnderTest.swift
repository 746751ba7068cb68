import Foundation
import SwiftData

/// A store of the kind that is tried, in a folder of its own.
final class StoreUnderTest {
    typealias Configure = @Sendable (Schema, URL) throws -> any DataStoreConfiguration

    static let types: [any PersistentModel.Type] = [
        Port.self, Dock.self, Ship.self, Tanker.self, Sailor.self, Licence.self,
    ]

    let folder: URL
    let configure: Configure
    private var opened: ModelContainer?

    init(_ configure: @escaping Configure) throws {
        self.configure = configure
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("StoreBehaviourSuite-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() {
        opened = nil
        try? FileManager.default.removeItem(at: folder)
    }

    /// The container that is open, or a new one.
    func container() throws -> ModelContainer {
        if let opened { return opened }
        let container = try anotherContainer()
        opened = container
        return container
    }

    /// A container beside the one that is open, on the same store.
    func anotherContainer() throws -> ModelContainer {
        let schema = Schema(Self.types)
        return try ModelContainer(for: schema, configurations: [try configure(schema, folder)])
    }

    /// A context that has read nothing, without autosave.
    func context() throws -> ModelContext {
        let context = ModelContext(try container())
        context.autosaveEnabled = false
        return context
    }

    /// A context of a container that has just been opened; the one before is closed.
    func reopened() throws -> ModelContext {
        opened = nil
        return try context()
    }
}

extension ModelContext {
    /// All models of a class, by a sort order.
    func all<Model: PersistentModel>(_ type: Model.Type, by order: SortDescriptor<Model>...) throws -> [Model] {
        try fetch(FetchDescriptor<Model>(sortBy: order))
    }
}

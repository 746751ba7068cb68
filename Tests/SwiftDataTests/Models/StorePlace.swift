import JSONStoreExample
import SwiftData
import TestSupport

/// A store for a test of what all stores can do, each in its way.
enum StorePlace: CaseIterable {
    case memory, file, json

    func container(_ folder: TemporaryFolder, _ types: any PersistentModel.Type...) throws -> ModelContainer {
        let schema = Schema(types)
        return switch self {
        case .memory:
            try ModelContainer(for: schema, configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
        case .file: try ModelContainer(for: schema, configurations: [ModelConfiguration(url: folder.file)])
        case .json: try ModelContainer(for: schema, configurations: [JSONStoreConfiguration(url: folder.file)])
        }
    }
}

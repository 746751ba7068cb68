import SwiftData
import TestSupport

extension TemporaryFolder {
    /// A container on the file.
    func container(for types: any PersistentModel.Type..., allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types),
            configurations: [ModelConfiguration(url: file, allowsSave: allowsSave)]
        )
    }
}

/// A context on a store in memory.
func memoryContext(_ types: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
        try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    )
}

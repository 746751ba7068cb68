import SwiftData

/// Files of ours.
enum OurFile {
    /// Opens a store. The history is on, as it always is.
    static func open(_ file: URL, _ types: [any PersistentModel.Type]) throws -> ModelContainer {
        try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(url: file)])
    }

    /// Writes objects in saves of a moderate size, each by a context of its own.
    static func fill(
        _ file: URL,
        _ types: [any PersistentModel.Type],
        count: Int,
        _ insert: (Int, ModelContext) throws -> Void
    ) throws {
        let container = try open(file, types)
        for start in stride(from: 0, to: count, by: 20_000) {
            let context = ModelContext(container)
            for index in start..<min(start + 20_000, count) { try insert(index, context) }
            try context.save()
        }
    }
}

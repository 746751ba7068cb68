public import Foundation
public import SwiftData

/// A store that a test of a migration has opened. Its file is removed with it.
public final class OpenedStore {
    /// The container of the migrated store.
    public let container: ModelContainer
    /// A context of the container.
    public let context: ModelContext
    /// The file.
    public let url: URL
    private let folder: TestFolder

    init(_ container: ModelContainer, _ url: URL, in folder: TestFolder) {
        self.container = container
        self.url = url
        self.folder = folder
        context = ModelContext(container)
    }
}

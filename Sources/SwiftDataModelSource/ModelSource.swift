import SwiftDataCore
package import SwiftDataSQL

/// The models to write Swift source of.
package struct ModelSource: Sendable {
    /// The name of the file, without its last extension.
    package var name: String
    /// The versions, the oldest first.
    package var versions: [ModelVersion]
    /// The position of the version that the app uses.
    package var currentIndex: Int
    /// True if the model was read from the model cache of a store.
    package var isFromStore = false

    package init(name: String = "Model", versions: [ModelVersion], currentIndex: Int? = nil) {
        self.name = name
        self.versions = versions
        self.currentIndex = currentIndex ?? max(0, versions.count - 1)
    }

    /// Selects the version that the app uses.
    /// - Throws: ``StoreError`` with the names that there are.
    package mutating func select(version name: String) throws {
        guard let index = versions.firstIndex(where: { $0.name == name }) else {
            let names = versions.map(\.name).joined(separator: ", ")
            throw StoreError(.cannotOpen, "The model \(self.name) has no version \(name); it has \(names).")
        }
        currentIndex = index
    }

    /// The version that the app uses.
    package var current: ModelVersion? {
        versions.indices.contains(currentIndex) ? versions[currentIndex] : nil
    }
}

/// One version of a model.
package struct ModelVersion: Sendable {
    /// The name of the file, without its last extension.
    package var name: String
    package var model: ModelOutline

    package init(name: String, model: ModelOutline) {
        self.name = name
        self.model = model
    }
}

package import SwiftDataSQL

/// The models to write Swift source of.
package struct ModelSource: Sendable {
    /// Of the file, without what comes after its last dot.
    package var name: String
    /// The versions, the oldest first.
    package var versions: [ModelVersion]
    /// The position of the version that the app uses.
    package var currentIndex: Int
    /// Whether a store's model cache is where it was read from.
    package var isFromStore = false

    package init(name: String = "Model", versions: [ModelVersion], currentIndex: Int? = nil) {
        self.name = name
        self.versions = versions
        self.currentIndex = currentIndex ?? max(0, versions.count - 1)
    }

    /// The version that the app uses.
    package var current: ModelVersion? {
        versions.indices.contains(currentIndex) ? versions[currentIndex] : nil
    }
}

/// One version of a model.
package struct ModelVersion: Sendable {
    /// Of the file, without what comes after its last dot.
    package var name: String
    package var model: ModelOutline

    package init(name: String, model: ModelOutline) {
        self.name = name
        self.model = model
    }
}

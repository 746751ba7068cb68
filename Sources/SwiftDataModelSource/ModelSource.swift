package import SwiftDataSQL

/// Swift source of `@Model` classes.
package struct ModelSource: Sendable {
    /// The models, the oldest first; the last is the current one.
    package var versions: [ModelOutline]

    package init(versions: [ModelOutline]) {
        self.versions = versions
    }
}

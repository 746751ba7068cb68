import SwiftDataCore

/// The key paths of a class's properties, as the history hands them out.
struct HistoryKeyPaths<Model: PersistentModel> {
    private let layout: ModelLayout

    init(_ layout: ModelLayout) {
        self.layout = layout
    }

    subscript(slot: Int) -> (any PartialKeyPath<Model> & Sendable)? {
        layout.keyPath(slot: slot, in: Model.self)
    }
}

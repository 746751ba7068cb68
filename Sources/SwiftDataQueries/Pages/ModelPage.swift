public import SwiftData

/// A part of the results of a sorted fetch, with the cursors of its neighbours.
public struct ModelPage<Model: PersistentModel> {
    /// The models, in order.
    public let models: [Model]
    /// The position behind the last model; nil where no model follows.
    public let next: PageCursor?
    /// The position before the first model; nil where no model comes before.
    public let previous: PageCursor?
}

import Foundation

/// The position of a model among results: its sort keys and the title of its section, as they were when they were read.
///
/// Observers with the same order share it. It never changes: a model that has moved has another one.
final class ResultKey {
    let state: ModelState
    let values: [Evaluated]
    let title: String
    /// The patch that takes the model out, see ``ResultsPatch``.
    var mark = 0

    init(state: ModelState, values: [Evaluated], title: String) {
        self.state = state
        self.values = values
        self.title = title
    }

    /// True if both keys give a model the same place.
    func isSame(as other: ResultKey, in order: QueryOrder) -> Bool {
        state === other.state && title == other.title && order.compare(values, other.values) == .orderedSame
    }
}

import Observation

/// The observers of a model.
struct ModelObservation {
    /// Nil where no read of the model was ever tracked.
    var registrar: ObservationRegistrar?
    /// The observers of the context that have the model among their results.
    var watchers = WatcherList()
    /// The slots whose change is being announced: an observer that fetches leads back to the same change.
    private var announced: [Int] = []

    /// Begins to announce the change of a slot.
    /// - Returns: False where it is being announced already.
    mutating func beginAnnouncing(_ slot: Int) -> Bool {
        guard !announced.contains(slot) else { return false }
        announced.append(slot)
        return true
    }

    mutating func endAnnouncing(_ slot: Int) { announced.removeAll { $0 == slot } }
}

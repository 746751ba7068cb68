package import Observation

/// The observers of a model.
package struct ModelObservation {
    /// Nil where no read of the model was ever tracked.
    package private(set) var registrar: ObservationRegistrar?
    /// The observers of the context that have the model among their results.
    package private(set) var watchers = WatcherList()
    /// The slots whose change is being announced: an observer that fetches leads back to the same change.
    private var announced: [Int] = []

    package init() {}

    /// Reports reads and changes to a registrar from now on, or to none.
    package mutating func track(with registrar: ObservationRegistrar?) { self.registrar = registrar }

    /// Notes an observer of the context that has the model among its results.
    package mutating func addWatcher(_ number: Int, isAlive: (Int) -> Bool) { watchers.add(number, isAlive: isAlive) }
    package mutating func forgetWatcher(_ number: Int) { watchers.forget(number) }

    /// Begins to announce the change of a slot.
    /// - Returns: False where it is being announced already.
    package mutating func beginAnnouncing(_ slot: Int) -> Bool {
        guard !announced.contains(slot) else { return false }
        announced.append(slot)
        return true
    }

    package mutating func endAnnouncing(_ slot: Int) { announced.removeAll { $0 == slot } }
}

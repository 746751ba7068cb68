// A model's state knows the observers with the model among their results, by their numbers.

extension ModelState {
    /// Notes an observer.
    func addWatcher(_ number: Int, isAlive: (Int) -> Bool) {
        madeExtras.observation.watchers.add(number, isAlive: isAlive)
    }

    func forgetWatcher(_ number: Int) { extras?.observation.watchers.forget(number) }

    func isWatched(by number: Int) -> Bool { extras?.observation.watchers.contains(number) ?? false }

    /// Lets observers know that a slot has another value.
    func noteTouched(_ slot: Int) {
        guard let observers = unit?.observers, phase == .inserted || phase == .registered else { return }
        observers.touch(self, slot: slot)
    }

    /// The same, after a change that is over.
    func noteWritten(_ slot: Int) {
        guard let observers = unit?.observers, phase == .inserted || phase == .registered else { return }
        observers.touch(self, slot: slot)
        observers.tellUnisolated()
    }
}

extension ModelLayout {
    /// True if the class is the other class or inherits from it.
    func isKind(of other: ModelLayout) -> Bool {
        var next: ModelLayout? = self
        while let current = next {
            if current === other { return true }
            next = current.superLayout
        }
        return false
    }
}

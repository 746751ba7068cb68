// Which observers have a model among their results is known to its state, by their numbers.

extension ModelState {
    /// Notes an observer. Those that have gone are forgotten now and then.
    func addWatcher(_ number: Int, isAlive: (Int) -> Bool) {
        if watchers.count >= 16, watchers.count & (watchers.count - 1) == 0 { watchers.removeAll { !isAlive($0) } }
        watchers.append(number)
    }

    func forgetWatcher(_ number: Int) {
        if watchers.last == number {
            watchers.removeLast()
        } else if let index = watchers.firstIndex(of: number) {
            watchers.remove(at: index)
        }
    }

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
    /// Whether the class is another one, or inherits from it.
    func isKind(of other: ModelLayout) -> Bool {
        var next: ModelLayout? = self
        while let current = next {
            if current === other { return true }
            next = current.superLayout
        }
        return false
    }
}

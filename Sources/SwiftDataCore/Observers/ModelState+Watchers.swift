// Which observers have a model among their results is known to its state, by their numbers.

extension ModelState {
    /// Notes an observer. The numbers are in order. Observers that have gone are forgotten before the array grows.
    func addWatcher(_ number: Int, isAlive: (Int) -> Bool) {
        if watchers.count >= 16, watchers.count == watchers.capacity { watchers.removeAll { !isAlive($0) } }
        let place = watchers.placeOfWatcher(number)
        if place == watchers.count || watchers[place] != number { watchers.insert(number, at: place) }
    }

    func forgetWatcher(_ number: Int) {
        let place = watchers.placeOfWatcher(number)
        if place < watchers.count, watchers[place] == number { watchers.remove(at: place) }
    }

    func isWatched(by number: Int) -> Bool {
        let place = watchers.placeOfWatcher(number)
        return place < watchers.count && watchers[place] == number
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

extension [Int] {
    /// The place of a number, or where it would be.
    fileprivate func placeOfWatcher(_ number: Int) -> Int {
        // Mostly it is the newest observer.
        guard let last, last >= number else { return count }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
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

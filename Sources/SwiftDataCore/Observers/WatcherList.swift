/// The numbers of observers, in order.
package struct WatcherList {
    package private(set) var numbers: [Int] = []

    package init() {}

    /// Adds an observer. Observers that are released are dropped before the list grows.
    package mutating func add(_ number: Int, isAlive: (Int) -> Bool) {
        if numbers.count >= 16, numbers.count == numbers.capacity { numbers.removeAll { !isAlive($0) } }
        let place = place(of: number)
        if place == numbers.count || numbers[place] != number { numbers.insert(number, at: place) }
    }

    package mutating func forget(_ number: Int) {
        let place = place(of: number)
        if place < numbers.count, numbers[place] == number { numbers.remove(at: place) }
    }

    package func contains(_ number: Int) -> Bool {
        let place = place(of: number)
        return place < numbers.count && numbers[place] == number
    }

    /// The place of a number, or where it would be.
    private func place(of number: Int) -> Int {
        // Mostly it is the newest observer.
        guard let last = numbers.last, last >= number else { return numbers.count }
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

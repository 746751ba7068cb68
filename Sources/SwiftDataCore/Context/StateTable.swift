/// The states of one entity of a context by their 64-bit keys: an open-addressing table with linear probing.
///
/// A context looks every row of every fetch up here, and registers and forgets every object. A `Dictionary` would hash
/// each key with SipHash and find its buckets through the hash's bitmap, which took a seventh of a fetch. The keys are
/// integers, so one multiplication spreads them; its factor is odd and chosen anew for each process, so that no file can
/// be made whose keys collide. Removal moves the entries that follow back, so that there are no tombstones and a table
/// through which many objects pass does not fill up.
///
/// The table does not keep states alive: a state removes itself when it goes.
package final class StateTable {
    private struct Entry {
        var key: Int64
        /// Nil where the place is free.
        var state: Unmanaged<ModelState>?
    }

    package private(set) var count = 0
    /// A power of two, or nothing before the first entry.
    private var capacity = 0
    private var shift: UInt64 = 64
    /// `capacity` entries, all initialised; owned by the table and freed with it.
    private var entries = UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)

    private static let factor = UInt64.random(in: 0...UInt64.max) | 1

    package init() {}

    deinit { entries.deallocate() }

    /// The state that is registered under a key.
    package func state(for key: Int64) -> ModelState? {
        guard count > 0 else { return nil }
        var place = home(of: key)
        while let state = entries[place].state {
            if entries[place].key == key { return state.takeUnretainedValue() }
            place = next(place)
        }
        return nil
    }

    /// Registers a state under a key, instead of any other.
    package func insert(_ state: ModelState, for key: Int64) {
        reserve(1)
        var place = home(of: key)
        while entries[place].state != nil, entries[place].key != key { place = next(place) }
        if entries[place].state == nil { count += 1 }
        entries[place] = Entry(key: key, state: .passUnretained(state))
    }

    /// Forgets a key, if it is this state that it stands for.
    package func remove(_ state: ModelState, for key: Int64) {
        guard count > 0 else { return }
        var place = home(of: key)
        while let registered = entries[place].state {
            if entries[place].key == key {
                if registered.toOpaque() == Unmanaged.passUnretained(state).toOpaque() { free(place) }
                return
            }
            place = next(place)
        }
    }

    /// Makes room for more states at once.
    package func reserve(_ more: Int) {
        let wanted = count + more
        guard wanted * 4 > capacity * 3 else { return }
        var larger = max(capacity, 8)
        while wanted * 4 > larger * 3 { larger *= 2 }
        resize(to: larger)
    }

    package func contains(where isWanted: (ModelState) -> Bool) -> Bool {
        entries.contains { $0.state.map { isWanted($0.takeUnretainedValue()) } ?? false }
    }

    package func forEach(_ body: (ModelState) -> Void) {
        for entry in entries {
            if let state = entry.state { body(state.takeUnretainedValue()) }
        }
    }

    private func home(of key: Int64) -> Int {
        Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* Self.factor) >> shift)
    }

    private func next(_ place: Int) -> Int { (place + 1) & (capacity - 1) }

    private func resize(to larger: Int) {
        let old = entries
        entries = .allocate(capacity: larger)
        entries.initialize(repeating: Entry(key: 0, state: nil))
        capacity = larger
        shift = UInt64(64 - larger.trailingZeroBitCount)
        for entry in old where entry.state != nil {
            var place = home(of: entry.key)
            while entries[place].state != nil { place = next(place) }
            entries[place] = entry
        }
        old.deallocate()
    }

    /// Frees a place and moves those entries back that would not be found any more.
    private func free(_ place: Int) {
        count -= 1
        guard count > 0 || capacity <= 64 else { return empty() }
        var hole = place
        var current = next(place)
        while entries[current].state != nil {
            let home = home(of: entries[current].key)
            // Whether the entry's home is not between the hole and the entry, in the order of probing.
            if (current &- home) & (capacity - 1) >= (current &- hole) & (capacity - 1) {
                entries[hole] = entries[current]
                hole = current
            }
            current = next(current)
        }
        entries[hole].state = nil
    }

    /// A large table is not kept for nothing.
    private func empty() {
        entries.deallocate()
        entries = UnsafeMutableBufferPointer(start: nil, count: 0)
        capacity = 0
        shift = 64
    }
}

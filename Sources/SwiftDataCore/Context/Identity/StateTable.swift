/// The states of one entity of a context by their 64-bit keys: pages of neighbouring keys, found through an
/// open-addressing table with linear probing.
///
/// A context looks every row of every fetch up here, and registers and forgets every object. A `Dictionary` would hash
/// each key with SipHash and find its buckets through the hash's bitmap, which took a seventh of a fetch. Keys come in
/// runs: the page that was asked for last is tried first. The numbers of the pages are integers, so one multiplication
/// spreads them; its factor is odd and drawn for each process, so that no file can be made whose keys collide. Removal
/// moves the entries that follow back, so that there are no tombstones and a table through which many objects pass does
/// not fill up.
///
/// The table does not keep states alive. The caller holds the lock of the ``IdentityMap`` that it is a part of, and a
/// state is taken out under that lock before it ends, so that each reference in it leads to memory that is still there.
package final class StateTable {
    private struct Entry {
        var number: Int64
        /// Nil where the place is free.
        var page: StatePage.Reference?
    }

    @exclusivity(unchecked) package private(set) var count = 0
    /// The page that was asked for last.
    @exclusivity(unchecked) private var last: StatePage.Reference?
    private var pageCount = 0
    /// A power of two, or nothing before the first entry.
    private var capacity = 0
    private var shift: UInt64 = 64
    /// `capacity` entries, all initialised; owned by the table and freed with it.
    private var entries = UnsafeMutableBufferPointer<Entry>(start: nil, count: 0)

    private static let factor = UInt64.random(in: 0...UInt64.max) | 1

    package init() {}

    deinit {
        for entry in entries {
            guard let page = entry.page else { continue }
            let places = StatePage.places(page)
            for index in 0..<StatePage.width { places[index]?._withUnsafeGuaranteedRef { $0.registration.leavePage() } }
            StatePage.free(page)
        }
        entries.deallocate()
    }

    /// The state that is registered under a key. Its end may have begun.
    @inline(__always)
    func reference(for key: Int64) -> Unmanaged<ModelState>? {
        guard count > 0, let page = page(of: key) else { return nil }
        return StatePage.places(page)[Self.index(of: key)]
    }

    /// Registers a state under a key, instead of any other state, and instead of any other key.
    /// - Returns: True if another state had to leave.
    @discardableResult
    package func insert(_ state: ModelState, for key: Int64) -> Bool {
        let index = Self.index(of: key)
        if state.registration.page != nil { Self.remove(state) }
        let page = page(of: key) ?? added(key >> StatePage.shift)
        let place = StatePage.places(page) + index
        let other = place.pointee
        if let other {
            other._withUnsafeGuaranteedRef { $0.registration.leavePage() }
        } else {
            page.pointee.count += 1
            count += 1
        }
        place.pointee = .passUnretained(state)
        state.registration.enter(page, at: index)
        return other != nil
    }

    /// Forgets a key, if it refers to this state.
    package func remove(_ state: ModelState, for key: Int64) {
        guard let page = state.registration.page, page.pointee.number == key >> StatePage.shift,
            Int(state.registration.index) == Self.index(of: key),
            page.pointee.table.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
        else { return }
        Self.remove(state)
    }

    /// Takes a state out of the table that it is registered in.
    @inline(__always)
    static func remove(_ state: ModelState) {
        guard let page = state.registration.page else { return }
        StatePage.places(page)[Int(state.registration.index)] = nil
        state.registration.leavePage()
        page.pointee.count -= 1
        page.pointee.table._withUnsafeGuaranteedRef { table in
            table.count -= 1
            if page.pointee.count == 0 { table.free(page) }
        }
    }

    /// The state that is registered under a key, held.
    package func state(for key: Int64) -> ModelState? { reference(for: key).flatMap { retained($0) } }

    /// True if there is a state of a kind.
    package func contains(where isWanted: (ModelState) -> Bool) -> Bool {
        var isFound = false
        forEach { state in isFound = isFound || isWanted(state) }
        return isFound
    }

    /// Calls a function with each state, held.
    package func forEach(_ body: (ModelState) -> Void) {
        eachReference { reference in retained(reference).map(body) }
    }

    /// Calls a function with a reference to each state, whose end may have begun.
    func eachReference(_ body: (Unmanaged<ModelState>) -> Void) {
        for entry in entries {
            guard let page = entry.page else { continue }
            let places = StatePage.places(page)
            for index in 0..<StatePage.width { if let state = places[index] { body(state) } }
        }
    }
}

// MARK: - Pages

extension StateTable {
    @inline(__always)
    private static func index(of key: Int64) -> Int { Int(truncatingIfNeeded: key & Int64(StatePage.width - 1)) }

    @inline(__always)
    private func page(of key: Int64) -> StatePage.Reference? {
        let number = key >> StatePage.shift
        if let last, last.pointee.number == number { return last }
        return found(number)
    }

    private func found(_ number: Int64) -> StatePage.Reference? {
        guard capacity > 0 else { return nil }
        var place = home(of: number)
        while let page = entries[place].page {
            if entries[place].number == number {
                last = page
                return page
            }
            place = next(place)
        }
        return nil
    }

    /// A page that is not there yet.
    private func added(_ number: Int64) -> StatePage.Reference {
        if (pageCount + 1) * 4 > capacity * 3 { resize(to: max(capacity * 2, 8)) }
        var place = home(of: number)
        while entries[place].page != nil { place = next(place) }
        let page = StatePage.make(number, of: self)
        entries[place] = Entry(number: number, page: page)
        pageCount += 1
        last = page
        return page
    }

    private func home(of number: Int64) -> Int {
        Int(truncatingIfNeeded: (UInt64(bitPattern: number) &* Self.factor) >> shift)
    }

    private func next(_ place: Int) -> Int { (place + 1) & (capacity - 1) }

    private func resize(to larger: Int) {
        let old = entries
        entries = .allocate(capacity: larger)
        entries.initialize(repeating: Entry(number: 0, page: nil))
        capacity = larger
        shift = UInt64(64 - larger.trailingZeroBitCount)
        for entry in old where entry.page != nil {
            var place = home(of: entry.number)
            while entries[place].page != nil { place = next(place) }
            entries[place] = entry
        }
        old.deallocate()
    }

    /// Frees a page without states, and moves back the entries that would not be found any more.
    @inline(never)
    private func free(_ page: StatePage.Reference) {
        if last == page { last = nil }
        var hole = home(of: page.pointee.number)
        while entries[hole].page != page { hole = next(hole) }
        StatePage.free(page)
        pageCount -= 1
        guard pageCount > 0 || capacity <= 64 else { return empty() }
        var current = next(hole)
        while entries[current].page != nil {
            let home = home(of: entries[current].number)
            // True if the entry's home is not between the hole and the entry, in the order of probing.
            if (current &- home) & (capacity - 1) >= (current &- hole) & (capacity - 1) {
                entries[hole] = entries[current]
                hole = current
            }
            current = next(current)
        }
        entries[hole].page = nil
    }

    /// A large table is not kept for nothing.
    private func empty() {
        entries.deallocate()
        entries = UnsafeMutableBufferPointer(start: nil, count: 0)
        capacity = 0
        shift = 64
    }
}

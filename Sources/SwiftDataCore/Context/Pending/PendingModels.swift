/// Models with unsaved changes of one kind, in the order in which they came.
///
/// Each state has its place, so that nothing is looked up. A state is in one of these lists at a time. The models are
/// kept alive until their changes are saved or dropped.
package struct PendingModels {
    private struct Entry {
        let state: ModelState
        var model: (any PersistentModel)?
    }

    /// Nil where a model has left.
    private var entries: [Entry?] = []
    package private(set) var count = 0
    /// Nil until models are asked for by class.
    private var index: PendingIndex?

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// The states, in order.
    package var values: some Sequence<ModelState> { entries.lazy.compactMap { $0?.state } }

    /// The place of a state in the list; nil where it is not in it.
    package func place(of state: ModelState) -> Int? {
        let place = Int(state.pendingPlace)
        guard place >= 0, place < entries.count, entries[place]?.state === state else { return nil }
        return place
    }

    package func contains(_ state: ModelState) -> Bool { place(of: state) != nil }

    /// The model of a state, while it is kept.
    package func model(of state: ModelState) -> (any PersistentModel)? {
        place(of: state).flatMap { entries[$0]?.model }
    }

    /// Adds a model at the end, unless it is here already.
    package mutating func add(_ state: ModelState, _ model: (any PersistentModel)?) {
        if let place = place(of: state) {
            if let model { entries[place]?.model = model }
            return
        }
        state.pendingPlace = Int32(truncatingIfNeeded: entries.count)
        entries.append(Entry(state: state, model: model))
        count += 1
        index?.add(state)
    }

    /// Takes a model out. The caller releases the returned one when nothing is being changed any more.
    package mutating func remove(_ state: ModelState) -> Any? {
        guard let place = place(of: state) else { return nil }
        let entry = entries[place]
        entries[place] = nil
        state.pendingPlace = -1
        count -= 1
        if entries.count > 64, count < entries.count / 2 { close() }
        return entry
    }

    /// Takes models out. The caller releases the returned models when nothing is being changed any more.
    package mutating func removeAll(where isRemoved: (ModelState) -> Bool) -> Any {
        let before = entries
        for (place, entry) in before.enumerated() {
            guard let entry, isRemoved(entry.state) else { continue }
            entries[place] = nil
            entry.state.pendingPlace = -1
            count -= 1
        }
        close()
        index = nil
        return before
    }

    /// Takes everything out, and returns the states. The list that is returned keeps the models.
    package mutating func takeAll() -> PendingModels {
        let all = self
        self = PendingModels()
        for state in all.values { state.pendingPlace = -1 }
        return all
    }

    /// The models of a class and its subclasses, in order.
    mutating func states(of layout: ModelLayout) -> [ModelState] {
        guard count > 0 else { return [] }
        var made = madeIndex()
        let found = made.states(of: layout) { contains($0) }
        index = consume made
        return found.sorted { $0.pendingPlace < $1.pendingPlace }
    }

    /// The changed models of a class and its subclasses of which one of some properties was written, in order.
    mutating func states(of layout: ModelLayout, written slots: SlotSet) -> [ModelState] {
        guard count > 0 else { return [] }
        var made = madeIndex()
        let found = made.states(of: layout, written: slots) { contains($0) }
        index = consume made
        return found.sorted { $0.pendingPlace < $1.pendingPlace }
    }

    /// Taken out, so that changing it does not copy it.
    private mutating func madeIndex() -> PendingIndex { index.take() ?? PendingIndex(values) }

    /// Notes a property that was written for the first time.
    mutating func note(_ slot: Int, of state: ModelState) {
        if index != nil { index?.note(slot, of: state) }
    }

    /// Notes that other properties were written than was noted before.
    mutating func forgetIndex() { index = nil }

    /// Stops keeping the models. The caller releases the returned models when nothing is being changed any more.
    package mutating func letModelsGo() -> Any {
        let before = entries
        for place in entries.indices { entries[place]?.model = nil }
        return before
    }

    /// Keeps the models again.
    package mutating func keepModels() {
        for place in entries.indices {
            let model = entries[place]?.state.model
            entries[place]?.model = model
        }
    }

    /// Fills the gaps.
    private mutating func close() {
        entries = entries.filter { $0 != nil }
        for (place, entry) in entries.enumerated() { entry?.state.pendingPlace = Int32(truncatingIfNeeded: place) }
    }
}

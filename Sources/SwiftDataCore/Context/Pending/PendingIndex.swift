/// Finds pending models by their class, and by the properties that were written.
///
/// It is made when a fetch first asks for it, and kept in step until the changes are saved or dropped, so that a fetch
/// looks at the pending models that can matter to it only. It may have models too many, which the caller leaves out.
struct PendingIndex {
    private struct Kind {
        let layout: ModelLayout
        var states: [ModelState] = []
        var written: [Int: [ModelState]] = [:]
    }

    private var kinds: [ObjectIdentifier: Kind] = [:]

    init(_ states: some Sequence<ModelState>) {
        for state in states { add(state) }
    }

    mutating func add(_ state: ModelState) {
        let key = ObjectIdentifier(state.layout)
        kinds[key, default: Kind(layout: state.layout)].states.append(state)
        for slot in state.changes?.slots ?? [] { kinds[key]?.written[slot, default: []].append(state) }
    }

    /// Notes a property that was written for the first time.
    mutating func note(_ slot: Int, of state: ModelState) {
        kinds[ObjectIdentifier(state.layout), default: Kind(layout: state.layout)].written[slot, default: []].append(
            state
        )
    }

    /// The models of a class and its subclasses.
    /// - Parameter isThere: True if a model is still pending. A model that is not is forgotten.
    mutating func states(of layout: ModelLayout, where isThere: (ModelState) -> Bool) -> [ModelState] {
        var found: [ModelState] = []
        for (key, kind) in kinds where kind.layout.isKind(of: layout) {
            // One that left and came back stands here twice.
            var seen: Set<ObjectIdentifier> = []
            let left = kind.states.filter { isThere($0) && seen.insert(ObjectIdentifier($0)).inserted }
            if left.count < kind.states.count { kinds[key]?.states = left }
            found += left
        }
        return found
    }

    /// The models of a class and its subclasses of which one of some properties was written, each once.
    mutating func states(
        of layout: ModelLayout,
        written slots: SlotSet,
        where isThere: (ModelState) -> Bool
    ) -> [ModelState] {
        guard !slots.isEmpty else { return [] }
        var found: [ModelState] = []
        var seen: Set<ObjectIdentifier> = []
        for (key, kind) in kinds where kind.layout.isKind(of: layout) {
            for (slot, states) in kind.written where slots.contains(slot) {
                let left = states.filter { isThere($0) && $0.changes?.slots.contains(slot) == true }
                if left.count < states.count { kinds[key]?.written[slot] = left }
                for state in left where seen.insert(ObjectIdentifier(state)).inserted { found.append(state) }
            }
        }
        return found
    }
}

/// The observers of a context, by the kind of change that concerns them.
struct ObserverIndex {
    /// The observers of one class.
    private struct Class {
        /// The slots that any of the observers uses.
        var slots = SlotSet()
        var byIdentifier: [PersistentIdentifier: [Int]] = [:]
        var bySlot: [Int: [QueryKey: [Int]]] = [:]
        var others: [Int] = []
        /// The observers that fetch after any change of some slots.
        var readers: [(number: Int, slots: SlotSet)] = []
    }

    private var classes: [ObjectIdentifier: Class] = [:]
    /// The observers of which the read properties are unknown.
    private var unbounded: [Int] = []
    /// The names of the observed classes.
    private(set) var entityNames: Set<String> = []
    /// True if an observer leaves out unsaved changes, so that their save matters to it.
    private(set) var dependsOnSaves = false

    mutating func add(_ number: Int, _ watch: ObserverWatch, of layout: ModelLayout) {
        if !watch.includesPending { dependsOnSaves = true }
        let key = ObjectIdentifier(layout)
        entityNames.insert(layout.entityName)
        switch watch.kind {
        case .reads:
            if watch.isUnbounded { unbounded.append(number) }
            for (layout, slots) in watch.classes {
                entityNames.insert(layout.entityName)
                let key = ObjectIdentifier(layout)
                classes[key, default: Class()].slots.formUnion(slots)
                classes[key, default: Class()].readers.append((number, slots))
            }
        case .results, .storedResults:
            classes[key, default: Class()].slots.formUnion(watch.slots)
            switch watch.equality {
            case .identifier(let identifier):
                classes[key, default: Class()].byIdentifier[identifier, default: []].append(number)
            case .slot(let slot, let value):
                classes[key, default: Class()].bySlot[slot, default: [:]][value, default: []].append(number)
            case nil: classes[key, default: Class()].others.append(number)
            }
        }
    }

    /// The slots of a class, inherited ones included, that any observer uses; nil where no observer uses the class.
    func slots(of layout: ModelLayout) -> SlotSet? {
        if !unbounded.isEmpty { return .all }
        var found: SlotSet?
        var next: ModelLayout? = layout
        while let layout = next {
            if let observed = classes[ObjectIdentifier(layout)] {
                found = found ?? SlotSet()
                found?.formUnion(observed.slots)
            }
            next = layout.superLayout
        }
        return found
    }

    /// The observers that may have to look at a model: not the observers that have it among their results already, as
    /// far as they keep results by model.
    func candidates(for subject: ResultSubject, _ visit: (Int) -> Void) {
        for number in unbounded { visit(number) }
        var next = subject.layout
        let touch = subject.touch
        let hasMoved = touch.hasMoved || subject.isStored
        while let layout = next {
            defer { next = layout.superLayout }
            guard let observed = classes[ObjectIdentifier(layout)] else { continue }
            for (number, slots) in observed.readers where hasMoved || touch.slots.intersects(slots) { visit(number) }
            guard subject.isThere || subject.hasRow, hasMoved || touch.slots.intersects(observed.slots) else {
                continue
            }
            for number in observed.others { visit(number) }
            if !observed.byIdentifier.isEmpty {
                for number in observed.byIdentifier[subject.identifier] ?? [] { visit(number) }
            }
            for (slot, values) in observed.bySlot {
                guard let value = subject.value(at: slot) else { continue }
                if case .null = value { continue }
                if let key = QueryKey(value) {
                    for number in values[key] ?? [] { visit(number) }
                } else {
                    // In a form that says nothing of its equals: all may be meant.
                    for numbers in values.values { for number in numbers { visit(number) } }
                }
            }
        }
    }
}

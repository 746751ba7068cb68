/// An order of results, and where each model stands in it: read once for all observers with the same order.
final class SharedOrder {
    let placing: ResultPlacing
    private let section: QueryNode?
    private let slots: SlotSet
    private let layout: ModelLayout
    /// The keys of results, by their states.
    private var keys: [ObjectIdentifier: ResultKey] = [:]
    /// The keys of results that were fetched after a change that no observer has looked at.
    private var early: [ObjectIdentifier: [ResultKey]] = [:]
    private var nextSweep = 256
    private var round = 0
    private var former: [[ResultKey]?] = []
    private var latter: [ResultKey?] = []
    private var ranked: [(subject: ResultSubject, key: ResultKey)]?
    /// The number of models that have been sorted in this round for single observers.
    private var sortedCount = 0

    /// - Parameter slots: The slots that decide where a model stands.
    init(_ placing: ResultPlacing, section: QueryNode?, slots: SlotSet, of layout: ModelLayout) {
        self.placing = placing
        self.section = section
        self.slots = slots
        self.layout = layout
    }

    /// The title of a model's section.
    static func title(_ section: QueryNode, of row: any QueryRow) -> String {
        guard let title = QueryEvaluator(section).value(for: row) else { return "" }
        return (try? title.string()) ?? ""
    }

    // MARK: Fetched results

    /// The keys of results that were fetched just now.
    func keys(of models: [any PersistentModel], in registry: ObserverRegistry) -> [ResultKey] {
        sweep(makingRoomFor: models.count)
        return models.map { model in
            let state = model._$modelState
            let id = ObjectIdentifier(state)
            guard let known = usedKey(id) else {
                let key = read(model, in: registry)
                keys[id] = key
                return key
            }
            guard registry.isTouched(state) else { return known }
            // Other observers have the model where it was before.
            let key = read(model, in: registry)
            if let same = early[id]?.last, same.isSame(as: key, in: placing.order) { return same }
            if known.isSame(as: key, in: placing.order) { return known }
            early[id, default: []].append(key)
            return key
        }
    }

    private func read(_ model: any PersistentModel, in registry: ObserverRegistry) -> ResultKey {
        registry.count { $0.keys += 1 }
        return placing.key(model, title: section.map { Self.title($0, of: ModelRow(model)) } ?? "")
    }

    /// The key that observers have of a state. A key that no observer has is forgotten: its model has not been followed
    /// since.
    private func usedKey(_ id: ObjectIdentifier) -> ResultKey? {
        guard let index = keys.index(forKey: id) else { return nil }
        if isKnownUniquelyReferenced(&keys.values[index]) {
            keys.remove(at: index)
            return nil
        }
        return keys[index].value
    }

    /// Releases keys that no observer has: the keys of models that are no longer results.
    ///
    /// The room is made at a fetch, which costs as much as there is to go through. A patch then seldom has to do it.
    private func sweep(makingRoomFor added: Int = 0) {
        guard keys.count + added > nextSweep else { return }
        for id in unusedKeys() { keys[id] = nil }
        early = early.filter { keys[$0.key] != nil }
        nextSweep = max(256, 2 * (keys.count + added))
    }

    /// The states whose keys no observer has. A key is asked in its place: a copy would be a second reference to it.
    private func unusedKeys() -> [ObjectIdentifier] {
        var unused: [ObjectIdentifier] = []
        var index = keys.startIndex
        while index != keys.endIndex {
            if isKnownUniquelyReferenced(&keys.values[index]) { unused.append(keys[index].key) }
            keys.formIndex(after: &index)
        }
        return unused
    }

    /// The number of kept keys, for tests.
    var keptCount: Int { keys.count + early.values.reduce(0) { $0 + $1.count } }

    // MARK: Touched models

    private func begin(_ registry: ObserverRegistry) {
        guard round != registry.round else { return }
        round = registry.round
        sweep()
        former = Array(repeating: nil, count: registry.subjectCount)
        latter = Array(repeating: nil, count: registry.subjectCount)
        ranked = nil
        sortedCount = 0
    }

    /// The keys that observers have of a touched model.
    func formerKeys(of subject: ResultSubject, in registry: ObserverRegistry) -> [ResultKey] {
        begin(registry)
        if let known = former[subject.index] { return known }
        var found: [ResultKey] = []
        func add(_ id: ObjectIdentifier) {
            if let key = usedKey(id) { found.append(key) }
            if let more = early[id] { found += more }
        }
        let id = subject.state.map { ObjectIdentifier($0) }
        if let id { add(id) }
        for state in subject.touch.formerStates where state != id { add(state) }
        former[subject.index] = found
        return found
    }

    /// The present position of a touched model; nil if there is no model.
    func key(of subject: ResultSubject, in registry: ObserverRegistry) -> ResultKey? {
        begin(registry)
        if let known = latter[subject.index] { return known }
        let former = formerKeys(of: subject, in: registry)
        guard let model = subject.model(in: placing.unit) else { return nil }
        let state = model._$modelState
        let touch = subject.touch
        // An observer with the model among its results and this order is updated in these cases, and has the new key
        // then.
        let mayMove = touch.hasMoved || touch.isWrittenElsewhere || touch.slots.intersects(slots)
        if !mayMove, former.count == 1, former[0].state === state {
            latter[subject.index] = former[0]
            return former[0]
        }
        let key = read(model, in: registry)
        keys[ObjectIdentifier(state)] = key
        early[ObjectIdentifier(state)] = nil
        latter[subject.index] = key
        return key
    }

    /// The touched models that are to be placed anywhere, in order, with their ranks; nil where that is more work than
    /// to sort the models of single observers.
    /// - Parameter count: The number of models of the observer.
    func ranked(for count: Int, _ registry: ObserverRegistry) -> [(subject: ResultSubject, key: ResultKey)]? {
        begin(registry)
        sortedCount += count
        let subjectCount = registry.subjectCount
        guard count > 8, count * 8 > subjectCount || sortedCount > 2 * subjectCount else { return nil }
        let ranked = ranked ?? inOrder(registry)
        registry.rank(ranked, in: self)
        return ranked
    }

    private func inOrder(_ registry: ObserverRegistry) -> [(subject: ResultSubject, key: ResultKey)] {
        var found: [(subject: ResultSubject, key: ResultKey)] = []
        for subject in registry.subjects where subject.isWanted && subject.layout?.isKind(of: layout) ?? false {
            if let key = key(of: subject, in: registry) { found.append((subject, key)) }
        }
        found.sort { placing.precedes($0.key, $1.key) }
        ranked = found
        return found
    }
}

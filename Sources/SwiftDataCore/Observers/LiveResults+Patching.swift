import Foundation

extension LiveResults {
    /// Puts changed models in their places, or fetches where that cannot be known here.
    func putInPlace() {
        let registry = unit.notifying.registry()
        let waiting = exchange(&waiting, with: [])
        let number = registry.nextPatch()
        // A patch that is not shown yet is the base of this one.
        if let earlier = exchange(&patch, with: nil) {
            var results = shown
            results.apply(earlier)
            next = results
        }
        guard let order = query.sharedOrder, (next ?? shown).keys.count == (next ?? shown).count,
            let patch = makePatch(of: waiting, order, mark: number, registry)
        else {
            needsFetch = true
            return fetchAgain()
        }
        registry.count { $0.moves += patch.removed.count + patch.inserted.count }
        guard next != nil else {
            self.patch = patch
            return
        }
        next?.apply(patch)
    }

    private func makePatch(
        of waiting: [WaitingResult],
        _ order: SharedOrder,
        mark: Int,
        _ registry: ObserverRegistry
    ) -> ResultsPatch<Element>? {
        var work = PatchWork(results: next ?? shown, placing: order.placing, mark: mark)
        var patch = ResultsPatch<Element>()
        var matches = 0
        for item in waiting {
            let subject = item.subject
            let former = order.formerKeys(of: subject, in: registry)
            for key in former { key.mark = work.mark }
            guard item.isMatch, let key = order.key(of: subject, in: registry) else { continue }
            subject.mark = work.mark
            matches += 1
            // If nothing moves it, a model keeps its key.
            if !former.contains(where: { $0 === key }) { key.mark = 0 }
        }
        let isMany = waiting.count * 8 > work.results.count
        let members = waiting.filter(\.isMember).map { order.formerKeys(of: $0.subject, in: registry) }
        patch.removed = isMany ? work.marked(members) : work.found(members)
        let incoming = order.incoming(waiting, matches, mark: work.mark, registry)
        let keepsRowOrder = unit.core.store(forEntity: layout.entityName)?.facts.contains(.keepsRowOrder) ?? false
        let places = work.places(
            of: incoming.map(\.key),
            without: patch.removed,
            keepsRowOrder: keepsRowOrder,
            isMany
        )
        guard let places else {
            registry.count { $0.steps += work.steps }
            return nil
        }
        registry.count { $0.steps += work.steps }
        var here: Set<ObjectIdentifier> = []
        for index in patch.removed { here.insert(ObjectIdentifier(work.results.states[index])) }
        for (index, item) in zip(places, incoming) {
            guard let model = item.subject.model(in: unit) as? Element else { continue }
            patch.inserted.append((index, model, item.key))
            if here.remove(ObjectIdentifier(item.key.state)) == nil { patch.joined.append(item.key.state) }
        }
        if !here.isEmpty {
            patch.left = patch.removed.map { work.results.states[$0] }.filter { here.contains(ObjectIdentifier($0)) }
        }
        return patch
    }
}

extension SharedOrder {
    /// The models of a patch that are results, in order.
    fileprivate func incoming(
        _ waiting: [WaitingResult],
        _ count: Int,
        mark: Int,
        _ registry: ObserverRegistry
    ) -> [(subject: ResultSubject, key: ResultKey)] {
        // All are sorted once, where that is less work than to sort the models of each observer.
        if let ranked = ranked(for: count, registry) {
            if count * 8 > ranked.count { return ranked.filter { $0.subject.mark == mark } }
            var ranks: [Int] = []
            ranks.reserveCapacity(count)
            for item in waiting where item.subject.mark == mark && item.subject.rank >= 0 {
                ranks.append(item.subject.rank)
            }
            ranks.sort()
            return ranks.map { ranked[$0] }
        }
        var found: [(subject: ResultSubject, key: ResultKey)] = []
        for item in waiting where item.subject.mark == mark {
            if let key = key(of: item.subject, in: registry) { found.append((item.subject, key)) }
        }
        if found.count > 1 { found.sort { placing.precedes($0.key, $1.key) } }
        return found
    }
}

/// Finds where models are among results, and where they belong.
private struct PatchWork<Element: PersistentModel> {
    let results: PlacedResults<Element>
    let placing: ResultPlacing
    let mark: Int
    /// The number of results that have been visited.
    var steps = 0

    /// The indices of the results to remove, by a walk over all results.
    /// - Parameter keys: The keys of each model that may be among the results.
    mutating func marked(_ keys: [[ResultKey]]) -> [Int] {
        steps += results.count
        let found = results.keys.enumerated().filter { $0.element.mark == mark }.map(\.offset)
        return found.count < keys.count ? byState(keys) : found
    }

    /// The indices of the results to remove, each found by the keys that it may have here.
    mutating func found(_ all: [[ResultKey]]) -> [Int] {
        var indices: [Int] = []
        for keys in all {
            let before = indices.count
            for key in keys {
                let index = place(of: key, isNew: false)
                if index < results.count, results.keys[index] === key { indices.append(index) }
            }
            if indices.count == before { return byState(all) }
        }
        return indices.sorted()
    }

    /// The same where a model is not where it should be, as when it is no result after all.
    private mutating func byState(_ keys: [[ResultKey]]) -> [Int] {
        steps += results.count
        let states = Set(keys.joined().map { ObjectIdentifier($0.state) })
        return results.states.enumerated().filter { states.contains(ObjectIdentifier($0.element)) }.map(\.offset)
    }

    /// The index of the first result that does not come before a key.
    /// - Parameter isNew: True if a model is put at the index. A result that leaves is then passed over where the keys
    ///   are equal: its row may be another one now, or none.
    private mutating func place(of key: ResultKey, isNew: Bool) -> Int {
        var (low, high) = (0, results.count)
        while low < high {
            var middle = (low + high) / 2
            steps += 1
            var order = placing.compare(results.keys[middle], key)
            if order == .orderedSame, isNew, results.keys[middle].mark == mark {
                guard let other = staying(near: middle, in: low..<high) else { return low }
                middle = other
                order = placing.compare(results.keys[middle], key)
            }
            let precedes =
                order == .orderedSame
                ? placing.precedesByRow(results.keys[middle].state, key.state) : order == .orderedAscending
            if precedes { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of a result that stays.
    private mutating func staying(near middle: Int, in range: Range<Int>) -> Int? {
        let found =
            (middle..<range.upperBound).first { results.keys[$0].mark != mark }
            ?? (range.lowerBound..<middle).last { results.keys[$0].mark != mark }
        steps += abs((found ?? range.lowerBound) - middle)
        return found
    }

    /// The indices before which models belong, in order; nil where only the store can determine them.
    mutating func places(of new: [ResultKey], without removed: [Int], keepsRowOrder: Bool, _ isMany: Bool) -> [Int]? {
        guard !new.isEmpty else { return [] }
        if placing.order.keys.isEmpty {
            if isAfter(new, removed) { return Array(repeating: results.count, count: new.count) }
            // Without an order, a store answers in the order of its rows, unless an index has led to them.
            guard keepsRowOrder, results.isInRowOrder else { return nil }
        }
        if !keepsRowOrder, zip(new, new.dropFirst()).contains(where: { placing.compare($0, $1) == .orderedSame }) {
            return nil
        }
        var indices = isMany ? merged(new, removed) : []
        if !isMany { for key in new { indices.append(place(of: key, isNew: true)) } }
        guard !keepsRowOrder else { return indices }
        // The order of two equal models is the store's decision.
        for (key, index) in zip(new, indices) where hasEqual(key, at: index) { return nil }
        return indices
    }

    /// The same by a walk over all results and all new ones, where there are many.
    private mutating func merged(_ new: [ResultKey], _ removed: [Int]) -> [Int] {
        var indices: [Int] = []
        indices.reserveCapacity(new.count)
        var removed = removed[...]
        for (index, key) in results.keys.enumerated() where indices.count < new.count {
            if removed.first == index {
                removed.removeFirst()
                continue
            }
            while indices.count < new.count {
                steps += 1
                guard placing.precedes(new[indices.count], key) else { break }
                indices.append(index)
            }
        }
        let rest = new.count - indices.count
        indices.append(contentsOf: repeatElement(results.count, count: rest))
        return indices
    }

    /// True if a result that stays has the same keys as a new one.
    private mutating func hasEqual(_ key: ResultKey, at index: Int) -> Bool {
        for way in [-1, 1] {
            var index = way < 0 ? index - 1 : index
            while results.keys.indices.contains(index) {
                steps += 1
                guard placing.compare(key, results.keys[index]) == .orderedSame else { break }
                if results.keys[index].mark != mark { return true }
                index += way
            }
        }
        return false
    }

    /// True if new models come after the present results, as unsaved models do.
    private func isAfter(_ new: [ResultKey], _ removed: [Int]) -> Bool {
        guard let first = new.first, new.allSatisfy({ $0.state.phase == .inserted }) else { return false }
        guard let last = results.keys.last(where: { $0.mark != mark }) else { return true }
        return placing.precedesByRow(last.state, first.state)
    }
}

import Foundation

extension LiveResults {
    /// Puts changed models in their places, or fetches where that cannot be known here.
    func patch() {
        let waiting = exchange(&waiting, with: [])
        unit.observerRegistry().counts.patches += 1
        var outgoing: Set<ObjectIdentifier> = []
        var incoming: [ObjectIdentifier: Element] = [:]
        for (subject, isMatch) in waiting {
            outgoing.formUnion(subject.touch.formerStates)
            if let state = subject.state { outgoing.insert(ObjectIdentifier(state)) }
            guard isMatch, let model = model(of: subject) else { continue }
            let state = model._$modelState
            outgoing.insert(ObjectIdentifier(state))
            incoming[ObjectIdentifier(state)] = model
        }
        let current = next ?? elements
        let states = next == nil ? states : current.map(\._$modelState)
        let kept = zip(current, states).filter { !outgoing.contains(ObjectIdentifier($0.1)) }.map(\.0)
        guard let placed = place(incoming, among: kept) else {
            needsFetch = true
            return fetchAgain()
        }
        next = placed
    }

    private func model(of subject: ResultSubject) -> Element? {
        if let state = subject.state { return (state.model ?? unit.model(for: state.identifier)) as? Element }
        guard let row = subject.row else { return nil }
        return unit.materialize(row, batch: nil, index: 0) as? Element
    }

    /// The results with some models put in their places; nil where only the store knows these.
    private func place(_ incoming: [ObjectIdentifier: Element], among kept: [Element]) -> [Element]? {
        guard !incoming.isEmpty else { return kept }
        let placing = ResultPlacing(order: query.order, unit: unit)
        let isTrusted = unit.core.store(forEntity: layout.entityName)?.isTrusted ?? false
        let new = incoming.values.map { placing.key($0) }.sorted { placing.precedes($0, $1) }
        let models = new.compactMap { incoming[ObjectIdentifier($0.state)] }
        if query.order.keys.isEmpty {
            if isAfter(kept, new, placing) { return kept + models }
            // Without an order, a store answers in the order of its rows, unless an index has led to them.
            let rows = kept.map(\._$modelState)
            guard isTrusted, zip(rows, rows.dropFirst()).allSatisfy({ placing.precedesByRow($0, $1) }) else {
                return nil
            }
        }
        if !isTrusted, zip(new, new.dropFirst()).contains(where: { placing.compare($0, $1) == .orderedSame }) {
            return nil
        }
        // Many are merged, few are looked up: reading the keys of a model costs more than comparing them.
        let isMerge = new.count * 8 > kept.count
        let keys = isMerge ? kept.map { placing.key($0) } : []
        var result: [Element] = []
        result.reserveCapacity(kept.count + new.count)
        var start = 0
        for (key, model) in zip(new, models) {
            var (low, high) = (start, kept.count)
            while low < high {
                let middle = (low + high) / 2
                let other = isMerge ? keys[middle] : placing.key(kept[middle])
                // Which of two equal models comes first is for the store to say.
                if !isTrusted, placing.compare(key, other) == .orderedSame { return nil }
                if placing.precedes(other, key) { low = middle + 1 } else { high = middle }
            }
            result.append(contentsOf: kept[start..<low])
            result.append(model)
            start = low
        }
        result.append(contentsOf: kept[start...])
        return result
    }

    /// Whether new models come after those that are there, as unsaved ones do.
    private func isAfter(_ kept: [Element], _ new: [ResultPlacing.Key], _ placing: ResultPlacing) -> Bool {
        guard let first = new.first, new.allSatisfy({ $0.state.phase == .inserted }) else { return false }
        return kept.last.map { placing.precedesByRow($0._$modelState, first.state) } ?? true
    }
}

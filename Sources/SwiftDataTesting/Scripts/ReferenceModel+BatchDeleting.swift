extension ReferenceModel {
    /// Deletes the objects with a value: stored objects by their stored value, new ones by their own value. Nothing
    /// happens where a rule forbids it.
    mutating func deleteAll(_ entity: ScriptEntity, _ name: String, _ value: ScriptValue, _ subclasses: Bool) {
        guard let remaining = rows(without: matching(entity, name, value, subclasses)) else { return }
        let unsaved = inserted.filter { matches(view.nodes[$0], entity, name, value, subclasses) }
        let base = saved
        noteDeleted(remaining)
        saved = remaining
        receive(since: base)
        for label in unsaved { view.delete(label) { saved[$0] != nil } }
    }

    /// The reason why the deletion of a model is refused.
    package func problemDeleting(
        _ entity: ScriptEntity,
        _ name: String,
        _ value: ScriptValue,
        _ subclasses: Bool
    ) -> Problem? {
        problem(in: store(without: matching(entity, name, value, subclasses)))
    }

    /// Deletes some objects in the store. Returns the remaining rows, or nil where a rule forbids the deletion.
    mutating func remaining(_ labels: [Int]) -> [Int: Node]? {
        guard let remaining = rows(without: labels) else { return nil }
        noteDeleted(remaining)
        return remaining
    }

    private func problem(in store: ReferenceGraph) -> Problem? {
        if saved.keys.contains(where: { !store.isAlive($0) && store.isDenied($0) }) { return .denied }
        return store.alive.contains { !store.isValid($0) } ? .invalid : nil
    }

    private mutating func noteDeleted(_ remaining: [Int: Node]) {
        for (label, node) in saved where remaining[label] == nil {
            for (index, link) in node.entity.links.enumerated() where link.rule == .noAction {
                leftDangling.formUnion(node.links[index])
            }
            buried.insert(label)
        }
    }

    private func rows(without labels: [Int]) -> [Int: Node]? {
        let store = store(without: labels)
        guard problem(in: store) == nil else { return nil }
        return store.nodes.filter { store.isAlive($0.key) }.mapValues { node in
            var node = node
            node.links = node.links.map { $0.filter(store.isAlive) }
            return node
        }
    }

    private func store(without labels: [Int]) -> ReferenceGraph {
        var store = graph(saved)
        for label in labels { store.delete(label) { _ in true } }
        return store
    }

    private func matching(_ entity: ScriptEntity, _ name: String, _ value: ScriptValue, _ subclasses: Bool) -> [Int] {
        saved.keys.sorted().filter { matches(saved[$0], entity, name, value, subclasses) }
    }

    private func matches(
        _ node: Node?,
        _ entity: ScriptEntity,
        _ name: String,
        _ value: ScriptValue,
        _ subclasses: Bool
    ) -> Bool {
        guard let node, subclasses ? node.entity.isKind(of: entity) : node.entity == entity,
            let index = entity.attribute(name)
        else { return false }
        return node.values[index] == value
    }
}

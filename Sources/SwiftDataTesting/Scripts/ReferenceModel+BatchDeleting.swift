extension ReferenceModel {
    /// Deletes what has a value: stored objects by what the store has, new ones by what they have. Nothing happens where
    /// a rule is against it.
    mutating func deleteAll(_ entity: ScriptEntity, _ name: String, _ value: ScriptValue, _ subclasses: Bool) {
        guard let remaining = savedAfterDeleting(entity, name, value, subclasses) else { return }
        let unsaved = inserted.filter { matches(view.nodes[$0], entity, name, value, subclasses) }
        let base = saved
        for (label, node) in base where remaining[label] == nil {
            for (index, link) in node.entity.links.enumerated() where link.rule == .noAction {
                leftDangling.formUnion(node.links[index])
            }
            buried.insert(label)
        }
        saved = remaining
        receive(since: base)
        for label in unsaved { view.delete(label) { saved[$0] != nil } }
    }

    /// Why deleting what has a value is refused.
    package func problemDeleting(
        _ entity: ScriptEntity,
        _ name: String,
        _ value: ScriptValue,
        _ subclasses: Bool
    ) -> Problem? {
        let store = storeAfterDeleting(entity, name, value, subclasses)
        if saved.keys.contains(where: { !store.isAlive($0) && store.isDenied($0) }) { return .denied }
        return store.alive.contains { !store.isValid($0) } ? .invalid : nil
    }

    private func savedAfterDeleting(
        _ entity: ScriptEntity,
        _ name: String,
        _ value: ScriptValue,
        _ subclasses: Bool
    ) -> [Int: Node]? {
        guard problemDeleting(entity, name, value, subclasses) == nil else { return nil }
        let store = storeAfterDeleting(entity, name, value, subclasses)
        return store.nodes.filter { store.isAlive($0.key) }.mapValues { node in
            var node = node
            node.links = node.links.map { $0.filter(store.isAlive) }
            return node
        }
    }

    private func storeAfterDeleting(
        _ entity: ScriptEntity,
        _ name: String,
        _ value: ScriptValue,
        _ subclasses: Bool
    ) -> ReferenceGraph {
        var store = ReferenceGraph(saved)
        for label in saved.keys.sorted() where matches(saved[label], entity, name, value, subclasses) {
            store.delete(label) { _ in true }
        }
        return store
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

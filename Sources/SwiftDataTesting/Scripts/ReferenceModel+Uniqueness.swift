// The effect of a save on equal values of a unique attribute. Written from the documentation.

extension ReferenceModel {
    /// The objects with a value of a unique attribute, by entity and value, the first inserted first.
    private var holders: [[Int]] {
        var found: [[ScriptValue]: [Int]] = [:]
        for label in view.alive {
            guard let node = view.nodes[label] else { continue }
            for (index, attribute) in node.entity.attributes.enumerated() where attribute.isUnique {
                guard node.values[index] != .nothing else { continue }
                found[[.text("\(node.entity)"), .integer(index), node.values[index]], default: []].append(label)
            }
        }
        func turn(_ label: Int) -> Int { saved[label] == nil ? view.nodes[label]?.turn ?? 0 : 0 }
        return found.values.filter { $0.count > 1 }.map { $0.sorted { turn($0) < turn($1) } }
    }

    /// True if two stored objects would have the same value.
    var hasClash: Bool { holders.contains { $0.filter { saved[$0] != nil }.count > 1 } }

    /// True if two new objects have the same value.
    var hasRivals: Bool { holders.contains { $0.filter { saved[$0] == nil }.count > 1 } }

    /// New objects become the stored ones, or the first new ones, that have their values.
    mutating func joinNewcomers() {
        joined = [:]
        for group in holders {
            for newcomer in group.dropFirst() { join(newcomer, group[0]) }
        }
        if !joined.isEmpty { forgetUndo() }
    }

    /// The object takes the values and to-one partners of the newcomer, and keeps its other partners: the partners that
    /// it alone has come first.
    private mutating func join(_ newcomer: Int, _ object: Int) {
        guard let new = view.nodes[newcomer], let old = view.nodes[object] else { return }
        joined[newcomer] = object
        buried.insert(newcomer)
        view.nodes[object]?.values = new.values
        for (index, link) in new.entity.links.enumerated() {
            noteOrders(new, index)
            noteOrders(old, index)
            if link.isToMany {
                view.replace(newcomer, index, [])
                let others = old.links[index].filter { !new.links[index].contains($0) }
                view.replace(object, index, others + new.links[index])
            } else {
                view.point(newcomer, index, nil)
                view.point(object, index, new.links[index].first)
            }
        }
        view.nodes[newcomer] = nil
    }

    /// Notes that an object that turned out to be another one has no promised place in its partners' relationships.
    private mutating func noteOrders(_ node: Node, _ index: Int) {
        guard let (outline, inverse) = view.inverse(node.entity, index), outline.isToMany else { return }
        for partner in node.links[index] { unordered.insert(ScriptPlace(label: partner, link: inverse)) }
    }
}

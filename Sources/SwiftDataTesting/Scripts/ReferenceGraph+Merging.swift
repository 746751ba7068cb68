// The merge of the changes of two contexts to one graph. Written from the documentation: property by property, an
// unsaved edit stays, both sides' changes of a to-many relationship are joined, and objects that were deleted elsewhere
// are gone.

extension ReferenceGraph {
    /// Receives the saves of another context.
    ///
    /// - Parameters:
    ///   - saved: The content of the store now.
    ///   - base: The content that it had when this graph last took something in, or was saved.
    /// - Returns: the relationships without a promised order.
    package mutating func receive(_ saved: [Int: Node], since base: [Int: Node]) -> Set<ScriptPlace> {
        let merge = GraphMerge(view: nodes, saved: saved, base: base)
        for (label, node) in base where saved[label]?.row != node.row { nodes[label]?.state = .dead }
        for (label, node) in saved where base[label]?.row != node.row { nodes[label] = node }
        for (label, node) in saved where merge.isKnown(label) {
            for index in node.values.indices where nodes[label]?.values[index] == base[label]?.values[index] {
                nodes[label]?.values[index] = node.values[index]
            }
        }
        var unordered: Set<ScriptPlace> = []
        let toOnes = merge.toOnes(self)
        for label in merge.labels(self) {
            guard let node = nodes[label] else { continue }
            for (index, link) in node.entity.links.enumerated() {
                if link.isToMany {
                    let place = ScriptPlace(label: label, link: index)
                    let (members, isUnordered) = merge.members(place, self, toOnes)
                    nodes[label]?.links[index] = members
                    if isUnordered { unordered.insert(place) }
                } else {
                    nodes[label]?.links[index] = toOnes[ScriptPlace(label: label, link: index)] ?? []
                }
            }
        }
        applyRulesAgain(merge)
        return unordered
    }

    /// Applies the rules of objects that were deleted here to the relationships that other contexts have given them
    /// since.
    private mutating func applyRulesAgain(_ merge: GraphMerge) {
        var doomed: [Int] = []
        for (label, node) in nodes where node.state == .dead && merge.isKnown(label) {
            for (index, link) in node.entity.links.enumerated() {
                let (lost, gained) = merge.difference(ScriptPlace(label: label, link: index))
                nodes[label]?.links[index].removeAll { lost.contains($0) }
                nodes[label]?.links[index] += gained.filter { !node.links[index].contains($0) }
                if link.rule == .cascade { doomed += gained.filter(isAlive) }
            }
        }
        for label in doomed.sorted() { delete(label) { merge.saved[$0] != nil } }
    }
}

/// One relationship of one object.
package struct ScriptPlace: Hashable, Sendable {
    package let label: Int
    package let link: Int
}

/// The three graphs that a merge looks at.
private struct GraphMerge {
    typealias Node = ReferenceGraph.Node

    let view: [Int: Node]
    let saved: [Int: Node]
    let base: [Int: Node]

    /// True if an object has the same row as before.
    func isKnown(_ label: Int) -> Bool {
        guard let old = base[label], let new = saved[label] else { return false }
        return old.row == new.row
    }

    /// The existing objects, whose relationships are to be computed.
    func labels(_ graph: ReferenceGraph) -> [Int] { graph.alive }

    private func links(_ nodes: [Int: Node], _ place: ScriptPlace) -> [Int] {
        nodes[place.label]?.links[place.link] ?? []
    }

    private func isNew(_ label: Int) -> Bool { saved[label] != nil && !isKnown(label) }

    /// True if the context has an unsaved edit of a to-one relationship.
    ///
    /// An edit is not counted if the relationship was empty before and led to an object that is deleted now.
    private func isEdited(_ place: ScriptPlace, _ graph: ReferenceGraph) -> Bool {
        if isNew(place.label) { return false }
        func remaining(_ nodes: [Int: Node]) -> [Int] {
            links(nodes, place).filter { graph.isAlive($0) || isKnown($0) || saved[$0] == nil && base[$0] == nil }
        }
        return remaining(view) != remaining(base)
    }

    func difference(_ place: ScriptPlace) -> (lost: [Int], gained: [Int]) {
        let (old, new) = (links(base, place), links(saved, place))
        return (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    }

    // MARK: One

    func toOnes(_ graph: ReferenceGraph) -> [ScriptPlace: [Int]] {
        var found: [ScriptPlace: [Int]] = [:]
        for label in labels(graph) {
            for (index, link) in (graph.nodes[label]?.entity.links ?? []).enumerated() where !link.isToMany {
                let place = ScriptPlace(label: label, link: index)
                let target = isEdited(place, graph) ? links(view, place) : links(saved, place)
                found[place] = target.filter { mayLead(place, to: $0, graph) }
            }
        }
        // If both sides are to-one, an edit of either side decides.
        let all = found
        for (place, target) in all where !isEdited(place, graph) {
            guard let node = graph.nodes[place.label], let target = target.first,
                let (outline, inverse) = graph.inverse(node.entity, place.link), !outline.isToMany,
                graph.isAlive(target), all[ScriptPlace(label: target, link: inverse)] != [place.label]
            else { continue }
            found[place] = []
        }
        return found
    }

    /// A relationship leads to an existing object, or to one that its deletion has left alone.
    private func mayLead(_ place: ScriptPlace, to target: Int, _ graph: ReferenceGraph) -> Bool {
        if graph.isAlive(target) { return true }
        guard isKnown(target), let node = graph.nodes[place.label] else { return false }
        guard let (outline, _) = graph.inverse(node.entity, place.link) else { return true }
        return outline.rule == .noAction
    }

    // MARK: Many

    func members(_ place: ScriptPlace, _ graph: ReferenceGraph, _ toOnes: [ScriptPlace: [Int]]) -> (
        [Int], isUnordered: Bool
    ) {
        let (ours, theirs, old) = (
            links(isNew(place.label) ? [:] : view, place), links(saved, place), links(base, place)
        )
        let former = isKnown(place.label) ? old : []
        var joined = theirs.filter { ours.contains($0) || !former.contains($0) }
        joined += ours.filter { !former.contains($0) && !joined.contains($0) }
        if theirs == former { joined = ours }
        guard let node = graph.nodes[place.label] else { return ([], false) }
        let isUnordered = ours != former && theirs != former
        guard let (outline, inverse) = graph.inverse(node.entity, place.link) else {
            guard graph.hasOneOwner else { return (joined.filter { graph.isAlive($0) || isKnown($0) }, isUnordered) }
            return (joined.filter { owner(of: $0, place, graph) == place.label }, isUnordered)
        }
        guard !outline.isToMany else { return (joined.filter(graph.isAlive), isUnordered) }
        // The other side decides the members.
        let members = toOnes.filter {
            $0.key.link == inverse && $0.value == [place.label]
                && graph.nodes[$0.key.label]?.entity.isKind(of: node.entity.links[place.link].destination) == true
        }.map(\.key.label)
        let known = joined.filter(members.contains)
        let others = members.filter { !known.contains($0) }.sorted()
        return (known + others, isUnordered || !others.isEmpty)
    }

    /// The one owner of a member of a relationship without another side: the one that this context gave it, or else
    /// the one that it has in the store, unless this context took it away there.
    private func owner(of member: Int, _ place: ScriptPlace, _ graph: ReferenceGraph) -> Int? {
        guard graph.nodes[member]?.state != .dead || isKnown(member) else { return nil }
        let entity = graph.nodes[place.label]?.entity
        func owners(_ nodes: [Int: Node]) -> [Int] {
            nodes.filter {
                $0.value.entity == entity && $0.value.state != .dead && $0.value.links[place.link].contains(member)
            }.keys.filter(graph.isAlive)
        }
        if let given = owners(view).first(where: {
            !links(base, ScriptPlace(label: $0, link: place.link)).contains(member)
        }) {
            return given
        }
        guard let kept = owners(saved).first else { return nil }
        let place = ScriptPlace(label: kept, link: place.link)
        let isTaken = isKnown(kept) && links(base, place).contains(member) && !links(view, place).contains(member)
        return isTaken ? nil : kept
    }
}

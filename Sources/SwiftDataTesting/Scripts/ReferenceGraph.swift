/// A graph of objects as plain values: the expected content of a context.
///
/// Written without a look at how contexts work: both sides of a relationship are lists of numbers.
package struct ReferenceGraph: Equatable, Sendable {
    package enum State: Sendable { case detached, alive, dead }

    package struct Node: Equatable, Sendable {
        package let entity: ScriptEntity
        package var values: [ScriptValue]
        /// The partners by relationship, in order. A dead object keeps its partners.
        package var links: [[Int]]
        package var state = State.detached
        /// True if undo took the object out of the context: scripts leave it alone until it is back.
        package var isParked = false
        /// The number of the model's insertion into the context.
        package var turn = 0
        /// The number of the row: a model that is inserted again after its deletion was saved has another one.
        package var row = 0
    }

    package var nodes: [Int: Node] = [:]
    private var lastTurn = 0
    /// True if a member of a relationship without another side has one owner.
    package let hasOneOwner: Bool

    package init(_ nodes: [Int: Node] = [:], hasOneOwner: Bool = true) {
        self.nodes = nodes
        self.hasOneOwner = hasOneOwner
    }

    package func isAlive(_ label: Int) -> Bool { nodes[label]?.state == .alive }

    package func isUsable(_ label: Int) -> Bool { nodes[label].map { $0.state != .dead && !$0.isParked } ?? false }

    package var alive: [Int] { nodes.filter { $0.value.state == .alive }.keys.sorted() }

    /// The existing partners.
    package func partners(_ label: Int, _ link: Int) -> [Int] {
        nodes[label]?.links[link].filter { nodes[$0].map { $0.state != .dead } ?? false } ?? []
    }

    /// The place of the other side of a relationship among the partner's.
    func inverse(_ entity: ScriptEntity, _ link: Int) -> (ScriptLink, Int)? {
        let outline = entity.links[link]
        guard let name = outline.inverse, let index = outline.destination.link(name) else { return nil }
        return (outline.destination.links[index], index)
    }

    /// True if a step may name an object: undo has parked neither the object nor a partner of it.
    package func isFree(_ label: Int) -> Bool {
        guard isUsable(label), let node = nodes[label] else { return false }
        return node.links.joined().allSatisfy { !(nodes[$0]?.isParked ?? false) }
    }

    /// Takes an object out of the context as it was before it came in. A partner that found another is none any more.
    package mutating func park(_ label: Int, _ former: Node) {
        nodes[label] = former
        nodes[label]?.isParked = true
        for index in former.links.indices {
            guard let (outline, inverse) = inverse(former.entity, index) else { continue }
            for partner in former.links[index] {
                guard let node = nodes[partner], node.state == .detached,
                    outline.isToMany || node.links[inverse].isEmpty || node.links[inverse] == [label]
                else {
                    nodes[label]?.links[index].removeAll { $0 == partner }
                    continue
                }
                if !node.links[inverse].contains(label) { nodes[partner]?.links[inverse].append(label) }
            }
        }
    }

    /// Removes the partners in the context from objects that are in no context.
    package mutating func leaveOutside() {
        for (label, node) in nodes where node.state == .detached {
            for index in node.links.indices where inverse(node.entity, index) != nil {
                let outside = node.links[index].filter { !isAlive($0) }
                nodes[label]?.links[index] = outside
            }
        }
    }

    /// True if a partner of a deleted object exists and has found no other owner since.
    package func isHeld(_ label: Int, _ link: Int, by partner: Int) -> Bool {
        guard isAlive(partner), let node = nodes[label] else { return false }
        guard let (outline, inverse) = inverse(node.entity, link), !outline.isToMany else { return true }
        let owner = nodes[partner]?.links[inverse].first
        return owner == nil || owner == label
    }

    /// True if a rule holds back the deletion of an object.
    package func isDenied(_ label: Int) -> Bool {
        guard let node = nodes[label] else { return false }
        return node.entity.links.enumerated().contains { index, link in
            link.rule == .deny && node.links[index].contains { isHeld(label, index, by: $0) }
        }
    }

    /// True if an object has the partners that it must have.
    package func isValid(_ label: Int, ignoresRequired: Bool = false) -> Bool {
        guard let node = nodes[label] else { return true }
        return node.entity.links.enumerated().allSatisfy { index, link in
            let count = node.links[index].count
            if link.isRequired, !ignoresRequired, count == 0 { return false }
            return count == 0 || link.counts?.contains(count) ?? true
        }
    }

    // MARK: Life

    package mutating func make(_ label: Int, _ entity: ScriptEntity, _ values: [ScriptValue], of owner: Int?) {
        nodes[label] = Node(entity: entity, values: values, links: Array(repeating: [], count: entity.links.count))
        if let owner, let link = entity.links.firstIndex(where: \.isRequired) { point(label, link, owner) }
    }

    /// Brings an object in, with everything that it leads to, the nearest first.
    package mutating func insert(_ label: Int) {
        var waiting = [label][...]
        while let next = waiting.popFirst() {
            guard nodes[next]?.state == .detached else { continue }
            nodes[next]?.state = .alive
            nodes[next]?.isParked = false
            lastTurn += 1
            nodes[next]?.turn = lastTurn
            waiting.append(contentsOf: Array((nodes[next]?.links ?? []).joined()))
            for (index, link) in (nodes[next]?.entity.links ?? []).enumerated()
            where link.isToMany && link.inverse == nil {
                takeMembers(next, index, nodes[next]?.links[index] ?? [])
            }
        }
    }

    /// Brings back an object whose deletion was not saved. Partners that are deleted too, or have found another object,
    /// are no longer partners.
    package mutating func revive(_ label: Int) {
        guard let node = nodes[label], node.state == .dead else { return }
        nodes[label]?.state = .alive
        for (index, link) in node.entity.links.enumerated() {
            for partner in node.links[index] where partner != label {
                guard let (outline, inverse) = inverse(node.entity, index) else {
                    if hasOneOwner, link.isToMany,
                        owners(of: partner, node.entity, index).contains(where: { $0 != label })
                    {
                        nodes[label]?.links[index].removeAll { $0 == partner }
                    }
                    continue
                }
                let isTaken = !outline.isToMany && nodes[partner]?.links[inverse].contains { $0 != label } ?? true
                if !isAlive(partner) || isTaken {
                    nodes[label]?.links[index].removeAll { $0 == partner }
                } else if nodes[partner]?.links[inverse].contains(label) == false {
                    nodes[partner]?.links[inverse].append(label)
                }
            }
        }
    }

    /// Makes a new object of one whose deletion was saved: its values stay, its partners do not.
    package mutating func renew(_ label: Int) {
        guard let node = nodes[label], node.state == .dead else { return }
        nodes[label]?.links = node.links.map { _ in [] }
        for (other, holder) in nodes where holder.state != .detached {
            for index in holder.links.indices { nodes[other]?.links[index].removeAll { $0 == label } }
        }
        nodes[label]?.state = .detached
        nodes[label]?.row = 0
        insert(label)
    }

    /// The members of a relationship without another side have one owner in the context.
    private mutating func takeMembers(_ label: Int, _ link: Int, _ members: [Int]) {
        guard hasOneOwner, let node = nodes[label], isAlive(label) else { return }
        for member in members {
            for owner in owners(of: member, node.entity, link) where owner != label { drop(owner, link, member) }
        }
    }

    /// The objects that have one among the members of a relationship without another side.
    func owners(of member: Int, _ entity: ScriptEntity, _ link: Int) -> [Int] {
        nodes.filter { $0.value.entity == entity && $0.value.state == .alive && $0.value.links[link].contains(member) }
            .keys.sorted()
    }

    /// Deletes an object, and the objects that its rules name. References to an object that was never saved are
    /// dropped.
    package mutating func delete(_ label: Int, isSaved: (Int) -> Bool) {
        var waiting = [label]
        while let next = waiting.popLast() {
            guard let node = nodes[next], node.state == .alive else { continue }
            nodes[next]?.state = .dead
            for (index, link) in node.entity.links.enumerated() {
                if link.rule == .cascade { waiting.append(contentsOf: node.links[index]) }
                guard link.rule != .noAction || !isSaved(next), let (_, inverse) = inverse(node.entity, index) else {
                    continue
                }
                for partner in node.links[index] { drop(partner, inverse, next) }
            }
            guard !isSaved(next) else { continue }
            // An object in no context is asked when it comes in.
            for (other, holder) in nodes where holder.state != .detached {
                for (index, link) in holder.entity.links.enumerated() where link.inverse == nil {
                    drop(other, index, next)
                }
            }
        }
    }

    // MARK: Relationships

    package mutating func point(_ label: Int, _ link: Int, _ target: Int?) {
        guard let node = nodes[label] else { return }
        let old = node.links[link].first
        guard old != target else { return }
        nodes[label]?.links[link] = target.map { [$0] } ?? []
        if let (_, inverse) = inverse(node.entity, link) {
            if let old { drop(old, inverse, label) }
            if let target { take(target, inverse, label, back: link) }
        }
        if let target { join(label, target) }
    }

    package mutating func replace(_ label: Int, _ link: Int, _ targets: [Int]) {
        guard let node = nodes[label] else { return }
        var seen: Set<Int> = []
        let new = targets.filter { seen.insert($0).inserted }
        let old = node.links[link]
        nodes[label]?.links[link] = new
        if let (_, inverse) = inverse(node.entity, link) {
            for former in old where !seen.contains(former) { drop(former, inverse, label) }
            for target in new where !old.contains(target) { take(target, inverse, label, back: link) }
        } else {
            takeMembers(label, link, new.filter { !old.contains($0) })
        }
        for target in new { join(label, target) }
    }

    package mutating func append(_ label: Int, _ link: Int, _ target: Int) {
        guard let node = nodes[label] else { return }
        replace(label, link, node.links[link] + [target])
    }

    package mutating func remove(_ label: Int, _ link: Int, _ target: Int) {
        guard let node = nodes[label] else { return }
        replace(label, link, node.links[link].filter { $0 != target })
    }

    mutating func drop(_ label: Int, _ link: Int, _ partner: Int) {
        guard nodes[label]?.state != .dead else { return }
        nodes[label]?.links[link].removeAll { $0 == partner }
    }

    private mutating func take(_ label: Int, _ link: Int, _ partner: Int, back: Int) {
        guard let node = nodes[label], !node.links[link].contains(partner) else { return }
        guard !node.entity.links[link].isToMany else {
            nodes[label]?.links[link].append(partner)
            return
        }
        let former = node.links[link].first
        nodes[label]?.links[link] = [partner]
        if let former { drop(former, back, label) }
    }

    /// Objects that are related are in the same context.
    private mutating func join(_ one: Int, _ other: Int) {
        if isAlive(one) { insert(other) }
        if isAlive(other) { insert(one) }
    }
}

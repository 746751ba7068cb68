/// The expected content of a container and its context after each step of a script.
package struct ReferenceModel: Sendable {
    /// The reason why a save must fail.
    package enum Problem: Sendable { case denied, invalid, clash }

    package typealias Node = ReferenceGraph.Node

    /// The content of the store.
    package var saved: [Int: Node] = [:]
    /// The content that the context in use shows.
    package var view = ReferenceGraph()
    /// The content that the other context showed when it was left, and the content of the store then.
    private var asleep: (view: ReferenceGraph, base: [Int: Node])?
    package private(set) var undoStack: [ReferenceGraph] = []
    package private(set) var redoStack: [ReferenceGraph] = []
    /// True if nothing has been read again since it was put in order.
    package private(set) var ordersAreKnown = true
    /// The relationships without a promised order, since two contexts edited them or an upsert joined them.
    package var unordered: Set<ScriptPlace> = []
    /// True if the order in which new objects came in is known.
    private var turnsAreKnown = true
    /// The new objects that turned out to be existing ones when they were saved last.
    package var joined: [Int: Int] = [:]
    private var lastRow = 0
    /// The objects with a relationship whose destination was deleted by a rule that leaves it alone: whether setting
    /// such a one is a change cannot be seen.
    package var leftDangling: Set<Int> = []
    /// The objects that a save has deleted.
    package var buried: Set<Int> = []

    /// A rule that a reference model gets wrong on purpose.
    package enum Mistake: String, CaseIterable, Sendable {
        case savesNothingDeleted, rollsBackNothing, forgetsUndo, ignoresDeny, ignoresRequired
    }

    let mistake: Mistake?
    private let gaps: ScriptGaps

    package init(mistake: Mistake? = nil, gaps: ScriptGaps = .known) {
        self.mistake = mistake
        self.gaps = gaps
        view = graph([:])
    }

    func graph(_ nodes: [Int: Node]) -> ReferenceGraph {
        ReferenceGraph(nodes, hasOneOwner: !gaps.contains(.oneOwner))
    }

    package var inserted: [Int] { view.alive.filter { saved[$0] == nil } }

    package var deleted: [Int] { saved.keys.filter { !view.isAlive($0) }.sorted() }

    /// The saved objects that differ from their stored form, whatever the order of their partners.
    package var changed: [Int] {
        view.alive.filter { label in
            guard let old = saved[label], let new = view.nodes[label] else { return false }
            // A relationship to a row that is gone is no change, since nothing was done about it.
            return old.values != new.values
                || zip(old.links, new.links).contains { former, latter in
                    Set(former.filter { saved[$0] != nil })
                        != Set(latter.filter { saved[$0] != nil || view.isAlive($0) })
                }
        }
    }

    /// The saved objects of which some partners are in another order than in the store.
    package var reordered: [Int] {
        view.alive.filter { label in saved[label].map { $0.links != view.nodes[label]?.links } ?? false }
    }

    package var hasChanges: Bool { !inserted.isEmpty || !deleted.isEmpty || !changed.isEmpty }

    /// The reason why a save would fail now.
    package var problem: Problem? {
        if mistake != .ignoresDeny, deleted.contains(where: view.isDenied) { return .denied }
        for label in view.alive where !view.isValid(label, ignoresRequired: mistake == .ignoresRequired) {
            return .invalid
        }
        return hasClash ? .clash : nil
    }

    /// True if a step makes sense now.
    package func applies(_ step: ScriptStep) -> Bool {
        switch step {
        case .make(let label, let entity, let values, let owner):
            guard !zip(entity.attributes, values).contains(where: isBeyondStore) else { return false }
            guard view.nodes[label] == nil, !buried.contains(label), !isAsleep(label) else { return false }
            guard let link = entity.links.first(where: \.isRequired) else { return owner == nil }
            return owner.map { isTarget($0, of: link) } ?? false
        case .insert(let label): return mayInsert(label)
        case .set(let label, let name, let value):
            guard view.isFree(label), let entity = view.nodes[label]?.entity, let index = entity.attribute(name) else {
                return false
            }
            return !isBeyondStore(entity.attributes[index], value)
        case .point(let label, let name, let target):
            guard let link = link(label, name), !link.isToMany else { return false }
            return target.map { isTarget($0, of: link) } ?? !link.isRequired
        case .replace(let label, let name, let targets):
            guard let link = link(label, name), link.isToMany else { return false }
            return targets.allSatisfy { isTarget($0, of: link) }
        case .append(let label, let name, let target):
            guard let link = link(label, name), link.isToMany else { return false }
            return isTarget(target, of: link)
        case .remove(let label, let name, let target):
            guard let link = link(label, name), link.isToMany else { return false }
            return isTarget(target, of: link)
        case .delete(let label): return view.nodes[label] != nil
        case .undo: return !undoStack.isEmpty
        case .redo: return !redoStack.isEmpty
        case .save, .autosave: return turnsAreKnown || !hasRivals
        case .transaction(let steps, let fails):
            var model = self
            return model.steps(steps).isEmpty == false && (fails || model.turnsAreKnown || !model.hasRivals)
        case .writeElsewhere(let label, let name, _):
            guard let node = view.nodes[label], let old = saved[label], let index = node.entity.attribute(name) else {
                return false
            }
            return view.isAlive(label) && node.values[index] == old.values[index]
                && !node.entity.attributes[index].isUnique
        case .otherProgram(let step): return mayBeDoneElsewhere(step)
        case .deleteAll(let entity, let name, _, _): return entity.attribute(name) != nil
        case .rollback, .forget, .fetch, .find, .switchContext, .reopen: return true
        }
    }

    /// Does a step that applies.
    package mutating func apply(_ step: ScriptStep) {
        joined = [:]
        switch step {
        case .make(let label, let entity, let values, let owner): view.make(label, entity, values, of: owner)
        case .insert(let label): insert(label)
        case .set(let label, let name, let value):
            if let index = view.nodes[label]?.entity.attribute(name) { view.nodes[label]?.values[index] = value }
        case .point(let label, let name, let target):
            if let link = view.nodes[label]?.entity.link(name) { view.point(label, link, target) }
        case .replace(let label, let name, let targets):
            if let link = view.nodes[label]?.entity.link(name) { view.replace(label, link, targets) }
        case .append(let label, let name, let target):
            if let link = view.nodes[label]?.entity.link(name) { view.append(label, link, target) }
        case .remove(let label, let name, let target):
            if let link = view.nodes[label]?.entity.link(name) { view.remove(label, link, target) }
        case .delete(let label):
            let saved = saved
            view.delete(label) { saved[$0] != nil }
        case .save, .autosave: if problem == nil { save() }
        case .transaction(let steps, let fails):
            let former = view
            _ = self.steps(steps)
            if fails || problem != nil { go(to: former) } else { save() }
        case .deleteAll(let entity, let name, let value, let subclasses):
            deleteAll(entity, name, value, subclasses)
        case .rollback: rollback()
        case .undo:
            if let last = undoStack.popLast() {
                redoStack.append(view)
                if mistake != .forgetsUndo { go(to: last) }
            }
        case .redo:
            if let last = redoStack.popLast() {
                undoStack.append(view)
                go(to: last)
            }
        case .switchContext: switchContext()
        case .otherProgram(let step):
            doElsewhere(step)
            beginAnew()
        case .reopen: beginAnew()
        case .writeElsewhere(let label, let name, let value):
            guard let index = view.nodes[label]?.entity.attribute(name) else { return }
            saved[label]?.values[index] = value
            view.nodes[label]?.values[index] = value
            forgetUndo()
            noteReading()
        case .forget: noteReading()
        case .fetch, .find: break
        }
    }

    /// The last step can be undone.
    package mutating func registerUndo(of former: ReferenceGraph) {
        undoStack.append(former)
        redoStack = []
    }

    /// Does the steps of a transaction that apply.
    /// - Returns: those.
    package mutating func steps(_ steps: [ScriptStep]) -> [ScriptStep] {
        steps.filter { step in
            guard isPartOfTransactions(step), applies(step) else { return false }
            apply(step)
            return true
        }
    }

    // MARK: The steps

    /// Inserts an object that is in no context, or brings one back that was deleted.
    private mutating func insert(_ label: Int) {
        if view.nodes[label]?.state == .detached {
            view.insert(label)
        } else if saved[label] != nil {
            view.revive(label)
        } else {
            view.renew(label)
        }
    }

    private mutating func save() {
        joinNewcomers()
        turnsAreKnown = true
        for label in deleted + view.nodes.keys.filter({ view.nodes[$0]?.state == .dead }) { buried.insert(label) }
        for label in view.alive {
            for index in view.nodes[label]?.links.indices ?? 0..<0 {
                let left = view.nodes[label]?.links[index].filter { view.isAlive($0) } ?? []
                if left != view.nodes[label]?.links[index] { leftDangling.insert(label) }
                view.nodes[label]?.links[index] = left
            }
        }
        for label in view.alive {
            if saved[label] == nil { lastRow += 1 }
            view.nodes[label]?.row = saved[label]?.row ?? lastRow
        }
        let remaining = mistake == .savesNothingDeleted ? saved.filter { !view.isAlive($0.key) } : [:]
        saved = view.nodes.filter { $0.value.state == .alive }.merging(remaining) { new, _ in new }
    }

    private mutating func rollback() {
        guard mistake != .rollsBackNothing else { return }
        let unsaved = Set(view.nodes.filter { saved[$0.key] == nil && $0.value.state != .dead }.keys)
        for label in unsaved where view.isAlive(label) {
            view.nodes[label]?.state = .detached
            for index in view.nodes[label]?.links.indices ?? 0..<0 {
                view.nodes[label]?.links[index].removeAll { !unsaved.contains($0) }
            }
        }
        for (label, node) in saved { view.nodes[label] = node }
        turnsAreKnown = true
        forgetUndo()
    }

    /// Undo and redo: objects in no context take no part.
    private mutating func go(to other: ReferenceGraph) {
        var parked: [(label: Int, former: Node)] = []
        for (label, now) in view.nodes {
            let then = other.nodes[label]
            if let then, then.state == .alive || (then.state == .dead && now.state != .detached) {
                view.nodes[label] = then
                if then.state == .dead, now.state == .alive, saved[label] == nil { view.nodes[label]?.isParked = true }
            } else if now.state == .alive {
                view.nodes[label]?.state = .dead
                view.nodes[label]?.isParked = true
                view.nodes[label]?.links = then?.links ?? now.links.map { _ in [] }
                if let then, saved[label] == nil { parked.append((label, then)) }
            }
        }
        for (label, former) in parked { view.nodes[label] = former }
        for (label, former) in parked.sorted(by: { $0.label < $1.label }) { view.park(label, former) }
        view.leaveOutside()
        turnsAreKnown = false
        if gaps.contains(.orderAfterUndo) { ordersAreKnown = false }
    }

    private mutating func noteReading() {
        if gaps.contains(.orderAfterReading) { ordersAreKnown = false }
    }

    /// Continues in the other context, which receives the saves until then.
    private mutating func switchContext() {
        let next = asleep ?? (graph(saved), saved)
        asleep = (view, saved)
        view = next.view
        receive(since: next.base)
    }

    /// The context in use receives the saves of another context or process.
    mutating func receive(since base: [Int: Node]) {
        unordered.formUnion(view.receive(saved, since: base))
        forgetUndo()
        noteReading()
    }

    /// A container with the stored objects alone.
    private mutating func beginAnew() {
        for label in Array(view.nodes.keys) + Array((asleep?.view.nodes ?? [:]).keys) where saved[label] == nil {
            buried.insert(label)
        }
        asleep = nil
        view = graph(saved)
        turnsAreKnown = true
        forgetUndo()
        noteReading()
    }

    mutating func forgetUndo() {
        undoStack = []
        redoStack = []
    }

    // MARK: Another program

    private func mayBeDoneElsewhere(_ step: ScriptStep) -> Bool {
        guard !hasChanges, reordered.isEmpty, asleep.map({ $0.view.attachedPart == $0.base }) ?? true else {
            return false
        }
        switch step {
        case .make(let label, .topic, _, _):
            return view.nodes[label] == nil && !buried.contains(label) && !isAsleep(label)
        case .set(let label, let name, _):
            guard let entity = saved[label]?.entity, let index = entity.attribute(name) else { return false }
            return !entity.attributes[index].isUnique
        case .delete(let label): return saved[label] != nil
        default: return false
        }
    }

    private func isAsleep(_ label: Int) -> Bool { asleep?.view.nodes[label] != nil }

    private mutating func doElsewhere(_ step: ScriptStep) {
        switch step {
        case .make(let label, let entity, let values, _):
            var store = graph(saved)
            store.make(label, entity, values, of: nil)
            store.insert(label)
            lastRow += 1
            store.nodes[label]?.row = lastRow
            saved = store.nodes
        case .set(let label, let name, let value):
            if let index = saved[label]?.entity.attribute(name) { saved[label]?.values[index] = value }
        case .delete(let label):
            if let remaining = remaining([label]) { saved = remaining }
        default: break
        }
    }

    // MARK: Valid steps

    private func isBeyondStore(_ attribute: ScriptAttribute, _ value: ScriptValue) -> Bool {
        gaps.contains(.uniqueness) && attribute.isUnique && value != .nothing
    }

    private func mayInsert(_ label: Int) -> Bool {
        guard let node = view.nodes[label], !node.isParked else { return false }
        guard node.state == .dead, saved[label] == nil else { return node.state != .alive }
        // The other context may have inserted its own object again.
        return asleep.map { !$0.view.isAlive(label) || $0.base[label] != nil } ?? true
    }

    private func link(_ label: Int, _ name: String) -> ScriptLink? {
        guard let node = view.nodes[label], view.isFree(label), let index = node.entity.link(name) else { return nil }
        return node.entity.links[index]
    }

    private func isTarget(_ label: Int, of link: ScriptLink) -> Bool {
        guard let node = view.nodes[label] else { return false }
        return view.isFree(label) && node.entity.isKind(of: link.destination)
    }

    /// True if a transaction that fails takes a step back. It does not know about changes outside the context.
    private func isPartOfTransactions(_ step: ScriptStep) -> Bool {
        switch step {
        case .insert, .delete: true
        case .set(let label, _, _), .point(let label, _, _), .replace(let label, _, _), .append(let label, _, _),
            .remove(let label, _, _):
            view.isAlive(label)
        default: false
        }
    }
}

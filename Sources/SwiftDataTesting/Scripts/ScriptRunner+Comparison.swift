import SwiftData

extension ScriptRunner {
    /// Compares the objects that a step may have touched, or everything.
    func compare(after step: ScriptStep) throws {
        try compareLists()
        guard !setting.isLazy else {
            for label in step.labels where reference.view.isAlive(label) { try compare(label) }
            return
        }
        try compareEverything()
    }

    func compareEverything() throws {
        for (label, node) in reference.view.nodes {
            switch node.state {
            case .alive: try compare(label)
            case .dead: try readDead(label)
            case .detached: try compareDetached(label)
            }
        }
    }

    /// The context's lists of pending changes.
    private func compareLists() throws {
        let context = active.context
        try expect(reference.inserted, context.insertedModelsArray, "inserted")
        try expect(reference.deleted, context.deletedModelsArray, "deleted")
        let changed = Set(try context.changedModelsArray.map { try active.label(of: $0) })
        let expected = Set(reference.changed)
        let doubtful = reference.leftDangling.union(reference.reordered).union(reference.unordered.map(\.label))
        guard changed.isSuperset(of: expected), changed.subtracting(expected).isSubset(of: doubtful) else {
            throw ScriptDisagreement("changedModelsArray has \(changed.sorted()) instead of \(expected.sorted())")
        }
        guard context.hasChanges == (reference.hasChanges || !changed.isEmpty) else {
            throw ScriptDisagreement("hasChanges is \(context.hasChanges)")
        }
    }

    private func expect(_ labels: [Int], _ models: [any PersistentModel], _ what: String) throws {
        let found = try models.map { try active.label(of: $0) }.sorted()
        guard found == labels else {
            throw ScriptDisagreement("\(what)ModelsArray has \(found) instead of \(labels)")
        }
    }

    private func compare(_ label: Int) throws {
        let model = try active.model(label, self)
        guard model.modelContext === active.context else { throw ScriptDisagreement("\(label) is in no context") }
        guard !model.isDeleted else { throw ScriptDisagreement("\(label) says that it is deleted") }
        try compareContent(label, model)
    }

    private func compareDetached(_ label: Int) throws {
        guard let model = active.held(label) else { return }
        guard model.modelContext == nil else { throw ScriptDisagreement("\(label) is in a context") }
        try compareContent(label, model)
    }

    private func compareContent(_ label: Int, _ model: any PersistentModel) throws {
        guard let node = reference.view.nodes[label], let attributes = doors.attributes[node.entity],
            let links = doors.links[node.entity]
        else { return }
        for (index, attribute) in attributes.enumerated() {
            let value = attribute.read(model)
            guard value == node.values[index] else {
                throw ScriptDisagreement(
                    "\(label).\(node.entity.attributes[index].name) is \(value) instead of \(node.values[index])"
                )
            }
        }
        for (index, link) in links.enumerated() {
            let outline = node.entity.links[index]
            var found: [Int] = []
            for partner in link.read(model) {
                // Left where there can be no partner: a dangling key that .noAction asks for, or a blank model.
                if outline.isRequired || isLeftDangling(node, index), active.isUnknown(partner) { continue }
                found.append(try active.label(of: partner))
            }
            let isOneSided = outline.inverse == nil || isLeftDangling(node, index)
            if isOneSided { found.removeAll { reference.view.nodes[$0]?.state == .dead } }
            let expected = reference.view.partners(label, index)
            guard isOrdered(label, index) ? found == expected : found.sorted() == expected.sorted() else {
                throw ScriptDisagreement("\(label).\(outline.name) is \(found) instead of \(expected)")
            }
        }
    }

    /// True if the order of a relationship is known.
    func isOrdered(_ label: Int, _ link: Int) -> Bool {
        reference.ordersAreKnown && !reference.unordered.contains(ScriptPlace(label: label, link: link))
    }

    /// True if a relationship may lead to an object whose deletion left it alone.
    private func isLeftDangling(_ node: ReferenceGraph.Node, _ index: Int) -> Bool {
        let outline = node.entity.links[index]
        guard let inverse = outline.inverse, let other = outline.destination.link(inverse) else { return false }
        return outline.destination.links[other].rule == .noAction
    }

    /// A deleted object can be read.
    private func readDead(_ label: Int) throws {
        guard let model = active.held(label), let node = reference.view.nodes[label],
            let attributes = doors.attributes[node.entity], let links = doors.links[node.entity]
        else { return }
        guard model.isDeleted || model.modelContext == nil else {
            throw ScriptDisagreement("\(label) was deleted and does not say so")
        }
        for (index, attribute) in attributes.enumerated() {
            let value = attribute.read(model)
            // A value that was never read is not known.
            guard value == node.values[index] || setting.isLazy else {
                throw ScriptDisagreement(
                    "\(label) was deleted, and its \(node.entity.attributes[index].name) is \(value) instead of "
                        + "\(node.values[index])"
                )
            }
        }
        for link in links { _ = link.read(model) }
    }
}

extension ScriptStep {
    /// The objects that it names.
    package var labels: [Int] {
        switch self {
        case .make(let label, _, _, let owner): [label] + (owner.map { [$0] } ?? [])
        case .insert(let label), .set(let label, _, _), .delete(let label), .writeElsewhere(let label, _, _): [label]
        case .point(let label, _, let target): [label] + (target.map { [$0] } ?? [])
        case .replace(let label, _, let targets): [label] + targets
        case .append(let label, _, let target), .remove(let label, _, let target): [label, target]
        case .transaction(let steps, _): steps.flatMap(\.labels)
        default: []
        }
    }
}

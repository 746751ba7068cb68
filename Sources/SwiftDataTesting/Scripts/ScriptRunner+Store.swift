import SwiftData

extension ScriptRunner {
    /// Compares the content of the store, by a new context and by plain SQL.
    func compareStore() throws {
        let fresh = ScriptContext(container, hasUndo: false)
        fresh.know(identifiers)
        for entity in ScriptEntity.allCases {
            let labels = try doors.fetch(entity, fresh.context).map { try fresh.label(of: $0) }.sorted()
            let expected = reference.saved.filter { $0.value.entity.isKind(of: entity) }.keys.sorted()
            guard labels == expected else {
                throw ScriptDisagreement("the store has \(labels) of \(entity) instead of \(expected)")
            }
        }
        for (label, node) in reference.saved {
            try compare(label, node, try fresh.model(label, self), fresh)
        }
        try ScriptStoreInspection(container)?.check(reference.saved, identifiers)
    }

    private func compare(
        _ label: Int,
        _ node: ReferenceGraph.Node,
        _ model: any PersistentModel,
        _ fresh: ScriptContext
    ) throws {
        for (index, attribute) in (doors.attributes[node.entity] ?? []).enumerated() {
            let value = attribute.read(model)
            guard value == node.values[index] else {
                throw ScriptDisagreement(
                    "in the store, \(label).\(node.entity.attributes[index].name) is \(value) instead of "
                        + "\(node.values[index])"
                )
            }
        }
        for (index, link) in (doors.links[node.entity] ?? []).enumerated() {
            let partners = link.read(model).filter { !fresh.isUnknown($0) }
            let found = try partners.map { try fresh.label(of: $0) }
            let expected = node.links[index].filter { reference.saved[$0] != nil }
            guard isOrdered(label, index) ? found == expected : found.sorted() == expected.sorted() else {
                throw ScriptDisagreement(
                    "in the store, \(label).\(node.entity.links[index].name) is \(found) instead of \(expected)"
                )
            }
        }
    }
}

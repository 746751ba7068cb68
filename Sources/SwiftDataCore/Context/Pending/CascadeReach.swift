/// The entities that a cascade leads to, where nothing else has to do with their rows.
package struct CascadeReach {
    package private(set) var entityNames: Set<String> = []

    private struct CascadeEdge: Hashable {
        let layout: ObjectIdentifier
        let slot: Int
    }

    /// Nil where deleting the rows would concern other rows: by a rule that holds a deletion back, or by a relationship
    /// with a model that stays.
    package init?(_ layout: ModelLayout, _ slot: Int, _ core: ContainerCore) {
        let layouts = core.schema.entities.compactMap { $0.modelType?._$modelLayout }
        var edges: Set<CascadeEdge> = []
        var reached: [ModelLayout] = []
        var waiting = [(layout, slot)]
        while let (source, slot) = waiting.popLast() {
            guard edges.insert(CascadeEdge(layout: ObjectIdentifier(source), slot: slot)).inserted else { continue }
            guard case .toMany(_, let destination) = source.properties[slot].shape,
                let inverse = core.inverse(of: slot, in: source),
                case .toOne = inverse.layout.properties[inverse.slot].shape
            else { return nil }
            let target = destination._$modelLayout
            for layout in layouts where layout.isKind(of: target) && entityNames.insert(layout.entityName).inserted {
                reached.append(layout)
                for slot in layout.cascadingSlots { waiting.append((layout, slot)) }
            }
        }
        let isSimple = reached.allSatisfy { layout in
            layout.relationshipSlots.allSatisfy { slot in
                switch layout.properties[slot].shape {
                case .attribute: return true
                case .toMany: return layout.cascadingSlots.contains(slot)
                case .toOne(let relationship, _):
                    guard case .nullify = relationship.deleteRule,
                        let inverse = core.inverse(of: slot, in: layout)
                    else {
                        return false
                    }
                    return edges.contains(CascadeEdge(layout: ObjectIdentifier(inverse.layout), slot: inverse.slot))
                }
            }
        }
        guard isSimple else { return nil }
        for layout in layouts {
            for slot in layout.relationshipSlots where core.inverse(of: slot, in: layout) == nil {
                guard let destination = layout.properties[slot].relationship?.destination._$modelLayout else {
                    return nil
                }
                if reached.contains(where: { $0.isKind(of: destination) }) { return nil }
            }
        }
    }
}

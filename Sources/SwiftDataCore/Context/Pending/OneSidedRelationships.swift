/// The relationships without inverse of the classes of a container.
package struct OneSidedRelationships {
    private let core: ContainerCore

    package init(core: ContainerCore) { self.core = core }

    /// True if there is any.
    package var hasAny: Bool {
        core.schema.entities.contains { entity in
            guard let layout = entity.modelType?._$modelLayout else { return false }
            return layout.relationshipSlots.contains { core.inverse(of: $0, in: layout) == nil }
        }
    }

    /// The relationships that may lead to one of some entities, by the entity that has them.
    package func slots(leadingTo names: Set<String>) -> [String: [Int]] {
        var targets = Set<ObjectIdentifier>()
        for name in names {
            var layout = core.schema.entitiesByName[name]?.modelType?._$modelLayout
            while let current = layout {
                targets.insert(ObjectIdentifier(current))
                layout = current.superLayout
            }
        }
        var found: [String: [Int]] = [:]
        for entity in core.schema.entities {
            guard let layout = entity.modelType?._$modelLayout else { continue }
            let slots = layout.relationshipSlots.filter { slot in
                guard let destination = layout.properties[slot].relationship?.destination else { return false }
                return core.inverse(of: slot, in: layout) == nil
                    && targets.contains(ObjectIdentifier(destination._$modelLayout))
            }
            if !slots.isEmpty { found[layout.entityName] = slots }
        }
        return found
    }
}

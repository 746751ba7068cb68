import SwiftDataCore

extension ModelMapping {
    /// Returns, for each name, the name in the previous version that a migration would take it from. Nil if two names
    /// come from one.
    package static func origins(
        of names: [(name: String, original: String)],
        in old: [(name: String, original: String)]
    ) -> [String: String]? {
        try? origins(of: names, among: Dictionary(old.map { ($0.name, $0.original) }) { first, _ in first }) {
            name,
            _ in
            StoreError(.migration, "comes twice", entity: name)
        }
    }

    /// True if an element of the target has another name in a previous version.
    package static func hasRenames(from source: ModelOutline, to target: ModelOutline) -> Bool {
        guard
            let entities = origins(
                of: target.entities.map { ($0.name, $0.originalName) },
                in: source.entities.map { ($0.name, $0.originalName) }
            )
        else { return true }
        let before = Dictionary(source.entities.map { ($0.name, $0) }) { first, _ in first }
        return target.entities.contains { entity in
            guard let origin = entities[entity.name] else { return false }
            guard origin == entity.name, let old = before[origin] else { return true }
            return hasRenames(
                from: old.properties.map { ($0.name, $0.originalName) },
                to: entity.properties.map { ($0.name, $0.originalName) }
            )
                || hasRenamedElements(
                    from: old.properties.compactMap(\.attribute),
                    to: entity.properties.compactMap(\.attribute)
                )
        }
    }

    private static func hasRenames(
        from old: [(name: String, original: String)],
        to new: [(name: String, original: String)]
    ) -> Bool {
        guard let origins = origins(of: new, in: old) else { return true }
        return origins.contains { $0.key != $0.value }
    }

    private static func hasRenamedElements(from old: [AttributeOutline], to new: [AttributeOutline]) -> Bool {
        let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
        return new.contains { attribute in
            guard let old = before[attribute.name], !old.elements.isEmpty else { return false }
            return hasRenames(
                from: old.elements.map { ($0.name, $0.originalName) },
                to: attribute.elements.map { ($0.name, $0.originalName) }
            ) || hasRenamedElements(from: old.elements, to: attribute.elements)
        }
    }
}

extension PropertyOutline {
    /// The attribute; nil for a relationship.
    package var attribute: AttributeOutline? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }
}

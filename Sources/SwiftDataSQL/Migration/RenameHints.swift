import SwiftDataCore

/// Hints for renamed parts whose original name is not in the file: where a version was skipped, only the first
/// name, or a plan, identifies them.
package struct RenameHints {
    let mapping: ModelMapping

    package init(mapping: ModelMapping) { self.mapping = mapping }

    package var sentences: [String] {
        var places: [(name: String, original: String)] = []
        for entity in mapping.entities {
            guard let source = entity.source else {
                if !mapping.removedEntities.isEmpty, entity.target.originalName != entity.target.name {
                    places.append((entity.target.name, entity.target.originalName))
                }
                continue
            }
            let known = Set(source.properties.map(\.name))
            for (slot, property) in entity.target.properties.enumerated()
            where !entity.removedProperties.isEmpty && entity.properties[slot].source == nil
                && property.originalName != property.name && !known.contains(property.originalName)
            {
                places.append(("\(entity.target.name).\(property.name)", property.originalName))
            }
        }
        guard !places.isEmpty else { return [] }
        let list = places.map { "\($0.name) was \($0.original)" }.joined(separator: ", ")
        return [
            "By their original names \(list), which the file does not have. Where something was renamed more than once, "
                + "give its first name as the original name, or give the container a migration plan with the versions in "
                + "between."
        ]
    }
}

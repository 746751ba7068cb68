import SwiftDataSQL

/// Writes `#Unique` and `#Index`.
struct ConstraintWriter {
    let names: ModelNames
    let generation: Generation

    /// The attributes of an entity that are unique each by itself.
    static func singleConstraints(of entity: EntityOutline, _ names: ModelNames) -> Set<String> {
        let own = names.hierarchy.ownProperties(of: entity.name).filter(\.isAttribute).map(\.name)
        return Set(entity.uniquenessConstraints.filter { $0.count == 1 }.flatMap { $0 }).intersection(own)
    }

    func write(_ entity: EntityOutline, _ text: inout SourceText) {
        let ancestors = names.hierarchy.lineage(of: entity.name).dropFirst()
        let single = Self.singleConstraints(of: entity, names)
        var unique: [String] = []
        for constraint in entity.uniquenessConstraints {
            let isKnown =
                ancestors.contains { $0.uniquenessConstraints.contains(constraint) }
                || (constraint.count == 1 && single.contains(constraint[0]))
            if isKnown { continue }
            if let paths = paths(constraint, entity), !unique.contains(paths) { unique.append(paths) }
        }
        let className = names.className(entity.name)
        if !unique.isEmpty { text.list("#Unique<\(className)>(", unique, ")") }

        var indices: [(paths: String, isSpatial: Bool)] = []
        // A compiled model has them in any order.
        let named = entity.indices.sorted { $0.name < $1.name }
        let all = named.map { ($0.paths, $0.isSpatial) } + entity.olderIndices.map { ($0, false) }
        for (index, isSpatial) in all
        where !ancestors.contains(where: { $0.indices.contains { $0.paths == index && $0.isSpatial == isSpatial } }) {
            guard let paths = paths(index, entity), !indices.contains(where: { $0 == (paths, isSpatial) }) else {
                continue
            }
            indices.append((paths, isSpatial))
        }
        guard !indices.isEmpty else { return }
        let hasSpatial = indices.contains(where: \.isSpatial)
        let items = indices.map { index in
            hasSpatial ? "\(index.isSpatial ? ".rtree" : ".binary")(\(index.paths))" : index.paths
        }
        text.list("#Index<\(className)>(", items, ")")
    }

    /// Key paths; nil where a property is not there.
    private func paths(_ list: [String], _ entity: EntityOutline) -> String? {
        let known = Set(entity.properties.map(\.name))
        for path in list {
            let first = path.split(separator: ".").first.map(String.init) ?? path
            guard known.contains(first) else {
                generation.note(entity.name, path, "is in a constraint or index, and no property of the entity.")
                return nil
            }
        }
        return "[" + list.map { "\\.\(names.path($0, of: entity.name))" }.joined(separator: ", ") + "]"
    }
}

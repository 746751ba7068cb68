import SwiftDataCore

/// The links of a relationship of the source, which its inverse shares.
package struct SourceLinks: Sendable {
    /// One of the relationships that have the links.
    package struct Side: Sendable {
        /// A name such as `Trip.stops`.
        package let name: String
        /// The place where the source keeps the links, seen from this relationship.
        package let place: LinkPlace
    }

    /// The relationship and its inverse, by name.
    package let sides: [Side]
}

extension ModelMapping {
    /// The links of all relationships of the source.
    /// - Throws: ``StoreError`` if a model contradicts itself.
    package func sourceLinks() throws -> [SourceLinks] {
        let inference = try LinkInference(source: source, target: target, entities: entities, leavesValuesToCode: false)
        return inference.sourceLinks
    }
}

extension LinkInference {
    fileprivate var sourceLinks: [SourceLinks] {
        var found: [SourceLinks] = []
        var seen: Set<PropertyKey> = []
        for relationship in oldModel.relationships where seen.insert(relationship.key).inserted {
            var keys = [relationship.key]
            if let inverse = relationship.inverse, seen.insert(inverse).inserted { keys.append(inverse) }
            let sides = keys.compactMap { key in
                oldPlace(of: key.name, in: key.entity).map {
                    SourceLinks.Side(name: "\(key.entity).\(key.name)", place: $0)
                }
            }
            if !sides.isEmpty { found.append(SourceLinks(sides: sides.sorted { $0.name < $1.name })) }
        }
        return found
    }
}

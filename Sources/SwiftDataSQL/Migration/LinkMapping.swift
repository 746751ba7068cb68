import SwiftDataCore

/// Where a layout keeps the links of a relationship: pairs of keys.
package enum LinkPlace: Sendable, Hashable {
    /// Rows of an entity have the key of the other side in a column.
    case column(rows: String, column: String, entityColumn: String?, pointsTo: String)
    /// A table of pairs.
    case join(table: String, column: String, otherColumn: String, of: String, other: String)

    /// The same links, looked at from the other side.
    var flipped: LinkPlace {
        switch self {
        case .column: self
        case .join(let table, let column, let otherColumn, let entity, let other):
            .join(table: table, column: otherColumn, otherColumn: column, of: other, other: entity)
        }
    }
}

/// How the links of a relationship get to where the target keeps them.
package struct LinkMapping: Sendable {
    /// The relationship of the target, for messages.
    package let entity: String
    package let relationship: String
    package let place: LinkPlace
    /// Where the source keeps them, and from which side it looks: the rows of ``place`` are the owners, or the members.
    package let source: LinkPlace
    /// Whether the source's rows are those of the other side than the target's.
    package let isFlipped: Bool

    /// Whether the links go with the rows that have them, column to column.
    package var goesWithRows: Bool {
        if case .column = place, case .column = source { return !isFlipped }
        return false
    }

    /// Whether rows of the target can have one link where those of the source could have several, which has to be
    /// looked at before anything is done.
    package var mayBeAmbiguous: Bool {
        guard case .column = place else { return false }
        return !goesWithRows
    }
}

extension ModelMapping {
    /// How the links of every relationship of the target get there; none for those that were added.
    /// - Throws: ``StoreError`` with code `migration` for a relationship that leads elsewhere than before.
    package func links() throws -> [LinkMapping] {
        var found: [LinkMapping] = []
        var placed: Set<LinkPlace> = []
        for entity in entities {
            let outlines = entity.target.properties
            for (slot, property) in outlines.enumerated() {
                guard case .relationship(let relationship) = property,
                    let place = Self.place(of: relationship, in: entity.target.name, slot, target)
                else { continue }
                guard !placed.contains(place.links), !placed.contains(place.links.flipped) else { continue }
                guard let link = try link(to: place, relationship, of: entity, slot) else { continue }
                placed.insert(place.links)
                found.append(link)
            }
        }
        return found
    }

    private func link(
        to place: Side,
        _ relationship: RelationshipOutline,
        of entity: EntityMapping,
        _ slot: Int
    ) throws -> LinkMapping? {
        // Its own past first, then that of its other side.
        if let name = entity.properties[slot].source, let source = entity.source {
            try check(relationship, was: name, in: source, of: entity)
            guard let before = sourcePlace(name, of: source) else { return nil }
            return LinkMapping(
                entity: entity.target.name,
                relationship: relationship.name,
                place: place.links,
                source: before.links,
                isFlipped: place.isOwn != before.isOwn
            )
        }
        guard let inverseName = relationship.inverseName, let other = self[target: relationship.destination],
            let position = other.target.properties.firstIndex(where: { $0.name == inverseName }),
            let name = other.properties[position].source, let source = other.source,
            case .relationship(let inverse) = other.target.properties[position]
        else { return nil }
        try check(inverse, was: name, in: source, of: other)
        guard let before = sourcePlace(name, of: source) else { return nil }
        return LinkMapping(
            entity: entity.target.name,
            relationship: relationship.name,
            place: place.links,
            source: before.links.flipped,
            isFlipped: place.isOwn == before.isOwn
        )
    }

    /// The links of a relationship, as it sees them.
    private struct Side {
        let links: LinkPlace
        /// Whether the rows that have the keys are those of the relationship's own entity.
        let isOwn: Bool
    }

    /// Where a relationship of the source has its links.
    private func sourcePlace(_ name: String, of entity: EntityOutline) -> Side? {
        guard let slot = entity.properties.firstIndex(where: { $0.name == name }),
            case .relationship(let relationship) = entity.properties[slot]
        else { return nil }
        return Self.place(of: relationship, in: entity.name, slot, source)
    }

    private func check(
        _ relationship: RelationshipOutline,
        was name: String,
        in source: EntityOutline,
        of entity: EntityMapping
    ) throws {
        guard case .relationship(let before)? = source.properties.first(where: { $0.name == name }) else { return }
        let now = self[source: before.destination].map { lineage(of: $0.target.name, target) } ?? []
        let isSame =
            now.contains(relationship.destination)
            || lineage(of: relationship.destination, target).contains { name in
                self[source: before.destination]?.target.name == name
            }
        guard !isSame else { return }
        throw StoreError(
            .migration,
            "led to \(before.destination) and leads to \(relationship.destination), which did not come of that.",
            entity: entity.target.name,
            property: relationship.name
        )
    }

    /// An entity and all above it.
    private func lineage(of name: String, _ layout: StoreLayout) -> [String] {
        var names: [String] = []
        var next: String? = name
        while let current = next, !names.contains(current) {
            names.append(current)
            next = layout.model.entities.first { $0.name == current }?.superName
        }
        return names
    }

    private static func place(
        of relationship: RelationshipOutline,
        in entity: String,
        _ slot: Int,
        _ layout: StoreLayout
    ) -> Side? {
        switch layout[entity]?.properties[slot] {
        case .toOne(let column, let entityColumn, let destination)?:
            Side(
                links: .column(rows: entity, column: column, entityColumn: entityColumn, pointsTo: destination),
                isOwn: true
            )
        case .toManyByKey(let destination, let column, let entityColumn)?:
            Side(
                links: .column(rows: destination, column: column, entityColumn: entityColumn, pointsTo: entity),
                isOwn: false
            )
        case .toManyByJoin(let destination, let table, let own, let other)?:
            Side(
                links: .join(table: table, column: own, otherColumn: other, of: entity, other: destination),
                isOwn: true
            )
        case .value?, .composite?, .none?, nil:
            nil
        }
    }
}

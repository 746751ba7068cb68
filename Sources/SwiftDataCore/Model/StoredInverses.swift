/// The inverses of relationships in a store's file that differ from the inverses of the model classes.
///
/// If neither side of a pair of relationships names its inverse, the class layouts infer one. A file may have been made
/// with another rule: its own model records the inverses, and that decides for its container.
package final class StoredInverses: Sendable {
    /// The other side of a relationship; nil where it has none.
    package typealias Side = (layout: ModelLayout, slot: Int)

    private struct Place: Hashable {
        let layout: ObjectIdentifier
        let slot: Int
    }

    private struct Entry: Sendable {
        let layout: ModelLayout
        let slot: Int
        let inverse: Side?
    }

    private let entries: [Place: Entry]

    /// - Parameter differences: The relationships whose inverse differs from the one of their layouts, by the layouts
    ///   that declare them.
    /// - Returns: Nil where there is none.
    package init?(_ differences: [(layout: ModelLayout, slot: Int, inverse: Side?)]) {
        guard !differences.isEmpty else { return nil }
        var entries: [Place: Entry] = [:]
        for (layout, slot, inverse) in differences {
            entries[Place(layout: ObjectIdentifier(layout), slot: slot)] =
                Entry(layout: layout, slot: slot, inverse: inverse)
        }
        self.entries = entries
    }

    /// The differences of several stores.
    package init?(joining parts: [StoredInverses]) {
        guard !parts.isEmpty else { return nil }
        entries = parts.reduce(into: [:]) { $0.merge($1.entries) { first, _ in first } }
    }

    /// The other side of a relationship.
    package func inverse(of slot: Int, in layout: ModelLayout) -> Side? {
        let declaring = layout.declaring(slot)
        guard let entry = entries[Place(layout: ObjectIdentifier(declaring), slot: slot)] else {
            return declaring.inverse(of: slot)
        }
        return entry.inverse
    }

    /// A relationship of some entities for which another store has no such difference, or another one.
    package func conflict(with other: StoredInverses?, in names: Set<String>) -> (entity: String, property: String)? {
        for entry in entries.values where names.contains(entry.layout.entityName) {
            let theirs: Side?
            if let other {
                theirs = other.inverse(of: entry.slot, in: entry.layout)
            } else {
                theirs = entry.layout.inverse(of: entry.slot)
            }
            guard theirs?.layout === entry.inverse?.layout, theirs?.slot == entry.inverse?.slot else {
                return (entry.layout.entityName, entry.layout.properties[entry.slot].name)
            }
        }
        return nil
    }
}

extension ContainerCore {
    /// The other side of a relationship in the stores of the container.
    func inverse(of slot: Int, in layout: ModelLayout) -> (layout: ModelLayout, slot: Int)? {
        if let inverses { return inverses.inverse(of: slot, in: layout) }
        return layout.inverse(of: slot)
    }
}

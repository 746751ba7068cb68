import SwiftDataCore

/// Infers where the links of each relationship of a target come from: from the previous version of the relationship
/// itself, else from that of its inverse.
struct LinkInference {
    let source: StoreLayout
    let target: StoreLayout
    let entities: [EntityMapping]
    /// True if a relationship whose links cannot be inferred begins empty, since code adds its members.
    private let leavesValuesToCode: Bool
    let oldModel: ResolvedModel
    private let newModel: ResolvedModel

    init(
        source: StoreLayout,
        target: StoreLayout,
        entities: [EntityMapping],
        leavesValuesToCode: Bool
    ) throws {
        self.leavesValuesToCode = leavesValuesToCode
        self.source = source
        self.target = target
        self.entities = entities
        oldModel = try ResolvedModel(source.model, source.names)
        newModel = try ResolvedModel(target.model, target.names)
    }

    func links(_ problems: inout MigrationProblems) -> [LinkMapping] {
        var found: [LinkMapping] = []
        var joined: Set<PropertyKey> = []
        for relationship in newModel.relationships where !joined.contains(relationship.key) {
            guard let (place, holders) = place(of: relationship) else { continue }
            if case .join = place, let inverse = relationship.inverse { joined.insert(inverse) }
            let groups: [LinkGroup] =
                problems.collect {
                    do {
                        return try self.groups(for: relationship)
                    } catch  where leavesValuesToCode {
                        return []
                    }
                } ?? []
            found.append(
                LinkMapping(
                    entity: relationship.key.entity,
                    relationship: relationship.key.name,
                    isRequired: relationship.outline.isToOne && !relationship.outline.isOptional,
                    place: place,
                    holderNumbers: holders,
                    mayHaveOrder: !relationship.outline.isToOne
                        || (relationship.inverse != nil && !relationship.inverseIsToOne),
                    groups: marked(groups, place)
                )
            )
        }
        return found
    }

    /// The place where the target stores the links, and the numbers of the entities whose rows have the column; nil if
    /// the inverse stores them.
    private func place(of relationship: ResolvedRelationship) -> (LinkPlace, ClosedRange<Int64>)? {
        let own = relationship.source.familyNumbers
        switch columns(of: relationship.key.name, in: relationship.key.entity, target) {
        case .toOne(let column, let entityColumn, _)?:
            guard let table = target[relationship.key.entity]?.tableName else { return nil }
            return (.column(table: table, column: column, entityColumn: entityColumn, holderIsLeft: true), own)
        case .toManyByKey(let destination, let column, let entityColumn)? where relationship.inverse == nil:
            guard let table = target[destination]?.tableName else { return nil }
            return (
                .column(table: table, column: column, entityColumn: entityColumn, holderIsLeft: false),
                relationship.destination.familyNumbers
            )
        case .toManyByJoin(_, let table, let own, let other)?:
            return (.join(table: table, left: own, right: other), relationship.source.familyNumbers)
        case .toManyByKey?, .value?, .composite?, .none?, nil:
            return nil
        }
    }

    private func groups(for relationship: ResolvedRelationship) throws -> [LinkGroup] {
        let own = try pasts(of: relationship.key, leadingTo: relationship.destination)
        guard let inverse = relationship.inverse else { return own.groups }
        let other = try pasts(of: inverse, leadingTo: relationship.source)
        if own.keys.isEmpty {
            return other.groups.map { group in
                LinkGroup(place: group.place.flipped, left: group.right, right: group.left)
            }
        }
        if !other.keys.isEmpty, Set(own.keys.compactMap(inverseKey)) != other.keys {
            let (first, second) = (Self.text(own.keys), Self.text(other.keys))
            throw StoreError(
                .migration,
                "is the inverse of \(inverse.entity).\(inverse.name), and \(first) was not that of \(second): the links "
                    + "to keep are ambiguous. Choose them in a custom stage.",
                entity: relationship.key.entity,
                property: relationship.key.name
            )
        }
        return own.groups
    }

    private func inverseKey(_ key: PropertyKey) -> PropertyKey? {
        oldModel.relationships.first { $0.key == key }?.inverse
    }

    private static func text(_ keys: Set<PropertyKey>) -> String {
        keys.map { "\($0.entity).\($0.name)" }.sorted().joined(separator: ", ")
    }

    /// The previous versions of a relationship, and the places of their links in the source, seen from the
    /// relationship.
    /// - Throws: ``StoreError`` with code `migration` if the links lead to another entity in the target.
    private func pasts(
        of key: PropertyKey,
        leadingTo destination: EntityNumbering.Entry
    ) throws -> (keys: Set<PropertyKey>, groups: [LinkGroup]) {
        guard let declaring = newModel.numbering[key.entity] else { return ([], []) }
        var keys: Set<PropertyKey> = []
        var groups: [LinkGroup] = []
        for entity in entities {
            guard let number = target[entity.target.name]?.number, declaring.familyNumbers.contains(number),
                let slot = entity.target.properties.firstIndex(where: { $0.name == key.name }),
                case .relationship(let name?) = entity.properties[slot], let before = entity.source,
                let old = oldModel.numbering[before.name], let oldKey = oldModel.key(of: name, in: before.name),
                let relationship = oldModel.relationships.first(where: { $0.key == oldKey }),
                let place = oldPlace(of: name, in: before.name)
            else { continue }
            keys.insert(oldKey)
            let family = relationship.source.familyNumbers
            var left = side(of: before.name, family, table: key.entity) { $0 == old.number }
            // The other entities that inherit the relationship have mappings of their own.
            left.removed.formUnion(left.excluded)
            left.excluded = []
            let right = side(
                of: relationship.outline.destination,
                relationship.destination.familyNumbers,
                table: destination.outline.name
            ) { _ in true }
            let reached = restricted(right, to: destination.familyNumbers)
            guard !reached.numbers.isEmpty else {
                throw StoreError(
                    .migration,
                    "led to \(relationship.outline.destination) and leads to \(destination.outline.name), which was not "
                        + "made from it. Set the relationship in a custom stage.",
                    entity: entity.target.name,
                    property: key.name
                )
            }
            let group = LinkGroup(place: place, left: left, right: reached)
            if let index = groups.firstIndex(where: { $0.place == place && $0.right == reached }) {
                groups[index].left.numbers.merge(left.numbers) { first, _ in first }
                groups[index].left.removed.subtract(groups[index].left.numbers.keys)
            } else {
                groups.append(group)
            }
        }
        return (keys, groups)
    }

    /// The rows of a family of the source, with the rows of removed entities listed separately.
    private func side(
        of entity: String,
        _ family: ClosedRange<Int64>,
        table: String,
        includes: (Int64) -> Bool
    ) -> LinkSide {
        var side = LinkSide(
            table: source[entity]?.tableName ?? "",
            targetTable: target[table]?.tableName ?? "",
            numbers: [:]
        )
        for number in family {
            let name = source[number: number]?.entityName
            let mapped = entities.first { $0.source?.name == name }.flatMap { target[$0.target.name]?.number }
            guard let mapped else {
                side.removed.insert(number)
                continue
            }
            if includes(number) { side.numbers[number] = mapped } else { side.excluded.insert(number) }
        }
        return side
    }

    private func restricted(_ side: LinkSide, to family: ClosedRange<Int64>) -> LinkSide {
        var restricted = side
        for (old, new) in side.numbers where !family.contains(new) {
            restricted.numbers[old] = nil
            restricted.excluded.insert(old)
        }
        return restricted
    }

    /// The place where the source stores the links of a relationship, seen from it.
    func oldPlace(of name: String, in entity: String) -> LinkPlace? {
        guard let own = source[entity]?.tableName else { return nil }
        switch columns(of: name, in: entity, source) {
        case .toOne(let column, let entityColumn, _)?:
            return .column(table: own, column: column, entityColumn: entityColumn, holderIsLeft: true)
        case .toManyByKey(let destination, let column, let entityColumn)?:
            guard let table = source[destination]?.tableName else { return nil }
            return .column(table: table, column: column, entityColumn: entityColumn, holderIsLeft: false)
        case .toManyByJoin(_, let table, let own, let other)?:
            return .join(table: table, left: own, right: other)
        case .value?, .composite?, .none?, nil:
            return nil
        }
    }

    private func columns(of name: String, in entity: String, _ layout: StoreLayout) -> PropertyColumns? {
        guard
            let slot = layout.model.entities.first(where: { $0.name == entity })?.properties
                .firstIndex(where: { $0.name == name })
        else { return nil }
        return layout[entity]?.properties[slot]
    }

    /// Marks the groups whose keys move with their rows: rows of the same side have them before and after. Several
    /// columns cannot be moved into one.
    private func marked(_ groups: [LinkGroup], _ place: LinkPlace) -> [LinkGroup] {
        guard case .column(_, _, _, let holderIsLeft) = place else { return groups }
        return groups.map { group in
            guard case .column(_, _, _, holderIsLeft) = group.place, holderIsLeft || groups.count == 1 else {
                return group
            }
            var group = group
            group.goesWithRows = true
            return group
        }
    }
}

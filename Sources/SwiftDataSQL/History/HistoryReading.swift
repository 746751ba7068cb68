/// The bits that an entity adds to the bits of its subentities.
struct HistoryLevel {
    /// The slots of the properties that it declares.
    let slots: [Int]
    /// The foreign keys that to-many relationships without inverse put into its rows.
    let implicitKeys: [ImplicitKey]
}

/// The meaning of one bit in `ACHANGE.ZCOLUMNS`.
enum HistoryBitMeaning: Hashable {
    case slot(Int)
    /// A foreign key that belongs to no property of the entity.
    case column(String)
    /// One of the entity's to-many relationships. The bit does not identify which one.
    case toMany
    /// An unknown property.
    case unknown
}

/// The meanings of an entity's bits, in order: to-one relationships, foreign keys of other entities, attributes,
/// to-many relationships, each by name.
///
/// Some of Core Data's rules are not known: the number of bits of a composite, the place of inherited properties, and
/// the order of several foreign keys of other entities. Such an entity has several readings, and a bit has a name only
/// where they agree.
struct HistoryReading: Hashable {
    let meanings: [HistoryBitMeaning]

    /// The number of bits of a composite.
    enum Composites: CaseIterable {
        case one, members, leaves

        func count(_ attribute: AttributeOutline) -> Int {
            guard !attribute.elements.isEmpty else { return 1 }
            switch self {
            case .one: return 1
            case .members: return attribute.elements.count
            case .leaves: return attribute.elements.reduce(0) { $0 + count($1) }
            }
        }
    }

    /// The place of inherited properties.
    enum Inheritance: CaseIterable {
        /// Among the entity's own properties, by name.
        case mixed
        /// The inherited properties come before the own properties of their kind.
        case byKind
        /// The inherited properties come before all own properties.
        case byEntity
    }

    /// The order of several foreign keys of other entities.
    enum HiddenColumns: CaseIterable {
        case byEntity, byColumn, byRelationship

        func ordered(_ keys: [ImplicitKey]) -> [ImplicitKey] {
            switch self {
            case .byEntity: keys
            case .byColumn: keys.sorted { precedesByName($0.column, $1.column) }
            case .byRelationship: keys.sorted { precedesByName($0.relationship, $1.relationship) }
            }
        }
    }

    /// - Parameter toMany: The to-many relationships in their order, if it is known.
    init(
        _ levels: [HistoryLevel],
        _ properties: [PropertyOutline],
        composites: Composites,
        inheritance: Inheritance,
        hidden order: HiddenColumns,
        toMany: [Int]?
    ) {
        func sorted(_ slots: [Int], _ isIncluded: (PropertyOutline) -> Bool) -> [Int] {
            slots.filter { isIncluded(properties[$0]) }
                .sorted { precedesByName(properties[$0].name, properties[$1].name) }
        }
        func toOnes(_ level: HistoryLevel) -> [HistoryBitMeaning] {
            sorted(level.slots, \.isToOne).map { .slot($0) }
        }
        func hidden(_ level: HistoryLevel) -> [HistoryBitMeaning] {
            order.ordered(level.implicitKeys).map { .column($0.column) }
        }
        func attributes(_ level: HistoryLevel) -> [HistoryBitMeaning] {
            sorted(level.slots, \.isStoredAttribute).flatMap { slot -> [HistoryBitMeaning] in
                guard case .attribute(let attribute) = properties[slot] else { return [] }
                return Array(repeating: .slot(slot), count: composites.count(attribute))
            }
        }
        func toManys(_ level: HistoryLevel) -> [HistoryBitMeaning] {
            toMany.map { $0.filter(level.slots.contains).map { .slot($0) } }
                ?? sorted(level.slots, \.isToMany).map { _ in .toMany }
        }
        let all = HistoryLevel(
            slots: levels.flatMap(\.slots),
            implicitKeys: levels.flatMap(\.implicitKeys)
        )
        let kinds = [toOnes, hidden, attributes, toManys]
        meanings =
            switch inheritance {
            case .mixed: kinds.flatMap { $0(all) }
            case .byKind: kinds.flatMap { kind in levels.flatMap { kind($0) } }
            case .byEntity: levels.flatMap { level in kinds.flatMap { $0(level) } }
            }
    }
}

extension PropertyOutline {
    var isToOne: Bool { if case .relationship(let relationship) = self { relationship.isToOne } else { false } }
    var isToMany: Bool { if case .relationship(let relationship) = self { !relationship.isToOne } else { false } }
    var isStoredAttribute: Bool { if case .attribute(let attribute) = self { !attribute.isTransient } else { false } }
}

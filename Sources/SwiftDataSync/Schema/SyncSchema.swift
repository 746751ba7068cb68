import SwiftDataCore
import SwiftDataSyncCore

/// The schema of a container as sync sees it: names that all app versions share, and the rules of the core.
///
/// A property has the name that it had first, from `originalName`, so that app versions before and after it was renamed
/// exchange it.
struct SyncSchema: Sendable {
    /// The classes by name.
    let entities: [String: SyncEntity]
    let rules: SyncRules
    /// The names of the classes in the order in which rows from before sync are captured.
    let captureOrder: [String]
    /// The classes of which some rows are captured before their turn, since rows of earlier classes refer to them.
    let earlyClasses: Set<String>
    /// True where a class has values of any size.
    let hasBytes: Bool

    /// The relationships whose members records keep, as texts: the class and the name of pairs, and the name of a reference that
    /// the members have no property for.
    var relationships: Set<String> {
        var found: Set<String> = []
        for entity in entities.values {
            for property in entity.properties {
                switch property {
                case .pairs(let name): found.insert("\(entity.name) \(name)")
                case .members(_, slot: nil, let name): found.insert(name.text)
                default: continue
                }
            }
        }
        return found
    }

    /// - Throws: ``SyncError`` where a policy does not fit its property, or a name is too long.
    init(_ layouts: [ModelLayout], _ policies: SyncPolicies) throws {
        var entities: [String: SyncEntity] = [:]
        for layout in layouts {
            entities[layout.entityName] = SyncEntity(
                name: try SyncName(layout.entityName),
                layout: layout,
                properties: try layout.properties.map { try SchemaReading.property($0, layout) }
            )
        }
        for layout in layouts {
            for property in layout.ownProperties {
                guard
                    case .members(let member, let slot, let name)? = entities[layout.entityName]?.properties[
                        property.slot
                    ]
                else { continue }
                let owner = SyncEntity.OwnerSlot(entity: layout.entityName, slot: property.slot)
                let place = try SchemaReading.placeName(property, layout)
                for other in layouts where other.isKind(of: member) {
                    if slot == nil { entities[other.entityName]?.owners[name] = owner }
                    entities[other.entityName]?.placements[place] = SyncEntity.Placement(reference: name, owner: owner)
                }
            }
        }
        self.entities = entities
        hasBytes = layouts.contains { layout in
            layout.properties.contains {
                if case .attribute(let attribute) = $0.shape { attribute.kind.isBytes } else { false }
            }
        }
        rules = SyncRules(
            try SchemaRules.rules(entities),
            policies: try SchemaRules.policies(policies, entities)
        )
        (captureOrder, earlyClasses) = CaptureOrder.order(entities, rules)
    }
}

/// Reads the kind of a property from the layout of its class.
enum SchemaReading {
    static func wireName(_ property: PropertyLayout) throws -> SyncName {
        let original: String =
            switch property.shape {
            case .attribute(let attribute): attribute.originalName
            case .toOne(let relationship, _), .toMany(let relationship, _): relationship.originalName
            }
        return try SyncName(original.isEmpty ? property.name : original)
    }

    /// The name of the places in a to-many relationship. The class makes it unique among the relationships that order a record.
    static func placeName(_ property: PropertyLayout, _ layout: ModelLayout) throws -> SyncName {
        try SyncName("\(layout.declaring(property.slot).entityName).\(wireName(property))")
    }

    static func property(_ property: PropertyLayout, _ layout: ModelLayout) throws -> SyncProperty {
        let name = try wireName(property)
        let declaring = layout.declaring(property.slot)
        switch property.shape {
        case .attribute(let attribute):
            return property.isEphemeral ? .none : .attribute(name, attribute)
        case .toOne(let relationship, _):
            guard let inverse = declaring.inverse(of: property.slot) else { return .reference(name) }
            let other = inverse.layout.properties[inverse.slot]
            guard other.isToOne, let (otherSide, _) = other.relationship else { return .reference(name) }
            let own = Side(declaring, property, relationship)
            let back = Side(inverse.layout.declaring(inverse.slot), other, otherSide)
            if own.keeps(against: back) { return .reference(name) }
            return .inverseReference(entity: back.entity, slot: inverse.slot, try wireName(other))
        case .toMany(let relationship, let destination):
            guard let inverse = declaring.inverse(of: property.slot) else {
                // The members have no property for it: the name of the owner's class makes theirs unique.
                return .members(
                    of: ModelLayout.of(destination).entityName,
                    slot: nil,
                    try SyncName("\(declaring.entityName).\(name)")
                )
            }
            let other = inverse.layout.properties[inverse.slot]
            let otherName = try wireName(other)
            let otherEntity = inverse.layout.declaring(inverse.slot).entityName
            if other.isToOne { return .members(of: otherEntity, slot: inverse.slot, otherName) }
            let own = Side(declaring, property, relationship)
            guard let (otherSide, _) = other.relationship else { return .none }
            let back = Side(inverse.layout.declaring(inverse.slot), other, otherSide)
            return own.name <= back.name ? .pairs(name) : .inversePairs(of: otherEntity, slot: inverse.slot, otherName)
        }
    }

    /// One side of a relationship between two properties.
    private struct Side {
        let entity: String
        let name: String
        let isRequired: Bool
        let rule: Schema.Relationship.DeleteRule

        init(_ layout: ModelLayout, _ property: PropertyLayout, _ relationship: Schema.Relationship) {
            entity = layout.entityName
            name = "\(layout.entityName).\(property.name)"
            isRequired = !property.isOptional
            rule = relationship.deleteRule
        }

        /// True if the records of this side keep the reference of a one-to-one relationship: the side that is required, else
        /// the side whose partner deletes it or is kept by it, else the side with the lesser name.
        func keeps(against other: Side) -> Bool {
            if isRequired != other.isRequired { return isRequired }
            let (own, back) = (other.rule.isBinding, rule.isBinding)
            if own != back { return own }
            return name <= other.name
        }
    }
}

extension Schema.Relationship.DeleteRule {
    /// True if the rule binds the life of the destination to the record that declares it.
    fileprivate var isBinding: Bool {
        switch self {
        case .cascade, .deny: true
        case .noAction, .nullify: false
        }
    }
}

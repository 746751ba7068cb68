import SwiftDataCore
import SwiftDataSyncCore

/// The rules of the core, read from the layouts of classes.
enum SchemaRules {
    static func rules(_ entities: [String: SyncEntity]) throws -> [SyncName: SyncRules.Entity] {
        var rules: [SyncName: SyncRules.Entity] = [:]
        for entity in entities.values {
            rules[entity.name] = SyncRules.Entity(
                references: try references(entity, entities),
                pairs: pairs(entity),
                unique: try unique(entity)
            )
        }
        return rules
    }

    private static func references(
        _ entity: SyncEntity,
        _ entities: [String: SyncEntity]
    ) throws -> [SyncName: SyncRules.Reference] {
        var references: [SyncName: SyncRules.Reference] = [:]
        for (slot, property) in entity.properties.enumerated() {
            guard case .reference(let name) = property else { continue }
            let inverse = entity.layout.declaring(slot).inverse(of: slot)
            let rule = inverse.flatMap { $0.layout.properties[$0.slot].relationship?.0.deleteRule }
            let isRequired = !entity.layout.properties[slot].isOptional
            references[name] = SyncRules.Reference(
                isRequired: isRequired,
                onDeletion: rule.map(deleteRule) ?? .nullify,
                partner: isRequired ? nil : try inverse.flatMap { try partner($0.layout, $0.slot) }
            )
        }
        for (name, owner) in entity.owners {
            let rule = entities[owner.entity]?.layout.properties[owner.slot].relationship?.0.deleteRule
            references[name] = SyncRules.Reference(isRequired: false, onDeletion: rule.map(deleteRule) ?? .nullify)
        }
        return references
    }

    /// The name of the inverse of a one-to-one relationship. Rows that require their partner keep it, since the store has no
    /// row without it.
    private static func partner(_ layout: ModelLayout, _ slot: Int) throws -> SyncName? {
        let property = layout.properties[slot]
        guard property.isToOne else { return nil }
        let declaring = layout.declaring(slot)
        return try SyncName("\(declaring.entityName).\(try SchemaReading.wireName(property))")
    }

    private static func pairs(_ entity: SyncEntity) -> [SyncName: SyncRules.Pairs] {
        var pairs: [SyncName: SyncRules.Pairs] = [:]
        for (slot, property) in entity.properties.enumerated() {
            guard case .pairs(let name) = property, let (relationship, _) = entity.layout.properties[slot].relationship
            else { continue }
            let inverse = entity.layout.declaring(slot).inverse(of: slot).flatMap {
                $0.layout.properties[$0.slot].relationship?.0.deleteRule
            }
            pairs[name] = SyncRules.Pairs(
                onOwnerDeletion: deleteRule(relationship.deleteRule),
                onMemberDeletion: inverse.map(deleteRule) ?? .nullify
            )
        }
        return pairs
    }

    private static func deleteRule(_ rule: Schema.Relationship.DeleteRule) -> SyncRules.DeleteRule {
        switch rule {
        case .cascade: .cascade
        case .deny: .deny
        case .noAction, .nullify: .nullify
        }
    }

    /// The constraints of a class and of its superclasses.
    private static func unique(_ entity: SyncEntity) throws -> [SyncRules.Unique] {
        var constraints: [SyncRules.Unique] = []
        var layout: ModelLayout? = entity.layout
        while let current = layout {
            for names in current.uniquenessConstraints {
                let properties = names.compactMap { name -> SyncName? in
                    guard let slot = current.slot(named: name) else { return nil }
                    switch entity.properties[slot] {
                    case .attribute(let name, _), .reference(let name): return name
                    default: return nil
                    }
                }
                // A side of a relationship that the record does not keep is unique by the rule of the side that does.
                guard properties.count == names.count else { continue }
                constraints.append(SyncRules.Unique(scope: try SyncName(current.entityName), properties: properties))
            }
            layout = current.superLayout
        }
        return constraints
    }

    // MARK: Policies

    /// - Throws: ``SyncError`` with code `configuration`.
    static func policies(_ policies: SyncPolicies, _ entities: [String: SyncEntity]) throws -> MergePolicies {
        if let name = policies.misplaced {
            throw SyncError(
                .configuration,
                "A merge policy names a key path that is not a stored property. Name a property that the class declares.",
                entity: name
            )
        }
        var result = MergePolicies()
        // A policy of a superclass comes before one of a class.
        let sorted = policies.entries.sorted { ($0.slot == nil ? 0 : 1) < ($1.slot == nil ? 0 : 1) }
        for entry in sorted {
            for entity in entities.values where entity.layout.isKind(of: entry.layout.entityName) {
                guard let slot = entry.slot else {
                    result.set(entry.policy == .counter ? .lastWriter : entry.policy, entity: entity.name)
                    try setCounters(entry.policy, entity, &result)
                    continue
                }
                guard case .attribute(let name, let attribute) = entity.properties[slot] else {
                    throw misfit(entity, slot, "is for attributes")
                }
                if entry.policy == .counter, !attribute.kind.isInteger {
                    throw misfit(entity, slot, "counter is for integers")
                }
                result.set(entry.policy, entity: entity.name, property: name)
            }
        }
        return result
    }

    /// The policy `.counter` of a class is that of its integers.
    private static func setCounters(_ policy: MergePolicy, _ entity: SyncEntity, _ result: inout MergePolicies) throws {
        for property in entity.properties {
            switch property {
            case .attribute(let name, let attribute) where policy == .counter && attribute.kind.isInteger:
                result.set(.counter, entity: entity.name, property: name)
            // Relationships have a last writer whatever the policy of the class is.
            case .reference(let name):
                result.set(.lastWriter, entity: entity.name, property: name)
            default: continue
            }
        }
    }

    private static func misfit(_ entity: SyncEntity, _ slot: Int, _ reason: String) -> SyncError {
        SyncError(
            .configuration,
            "A merge policy does not fit the property: the policy \(reason). Choose another one.",
            entity: entity.layout.entityName,
            property: entity.layout.properties[slot].name
        )
    }
}

extension AttributeKind {
    /// True for integers that have a sign, and for enums over them.
    fileprivate var isInteger: Bool {
        switch self {
        case .integer(.uint64): false
        case .integer: true
        default: false
        }
    }
}

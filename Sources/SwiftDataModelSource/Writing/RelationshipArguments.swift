import SwiftDataCore
import SwiftDataSQL

/// The arguments of `@Relationship(…)`.
struct RelationshipArguments {
    let names: ModelNames
    let generation: Generation

    /// - Parameter keyPath: A declaration that the class needs beside the property.
    func list(
        _ relationship: RelationshipOutline,
        name: String,
        of entity: EntityOutline,
        keyPath: inout String?
    ) -> [String] {
        var arguments: [String] = []
        switch relationship.deleteRule {
        case .nullify: break
        case .cascade: arguments.append("deleteRule: .cascade")
        case .deny: arguments.append("deleteRule: .deny")
        case .noAction: arguments.append("deleteRule: .noAction")
        }
        if !relationship.isToOne {
            if relationship.minimumCount > 0 { arguments.append("minimumModelCount: \(relationship.minimumCount)") }
            if relationship.maximumCount > 1 { arguments.append("maximumModelCount: \(relationship.maximumCount)") }
        }
        if relationship.originalName != relationship.name || name != relationship.name {
            arguments.append("originalName: \(SwiftLiteral.string(relationship.originalName))")
        }
        if let inverse = inverse(relationship, of: entity, keyPath: &keyPath) {
            arguments.append("inverse: \(inverse)")
        }
        if let modifier = relationship.hashModifier {
            arguments.append("hashModifier: \(SwiftLiteral.string(modifier))")
        }
        if relationship.isOrdered {
            generation.note(
                entity.name,
                relationship.name,
                "is ordered in Core Data; an array keeps its order here, but not on Apple's platforms."
            )
        }
        return arguments
    }

    /// A key path, or nil for the side without one: the macro cannot follow both.
    private func inverse(
        _ relationship: RelationshipOutline,
        of entity: EntityOutline,
        keyPath: inout String?
    ) -> String? {
        let hierarchy = names.hierarchy
        guard let inverseName = relationship.inverseName,
            let inverse = hierarchy.relationship(inverseName, of: relationship.destination),
            let other = hierarchy.declaringEntity(of: inverseName, in: relationship.destination)
        else {
            if let candidate = soleCandidate(relationship, of: entity),
                soleCandidate(candidate, of: hierarchy[relationship.destination])?.name == relationship.name
            {
                generation.note(
                    entity.name,
                    relationship.name,
                    "has no inverse in the model; SwiftData infers \(relationship.destination).\(candidate.name)."
                )
            }
            return nil
        }
        let path = "\\\(names.className(relationship.destination)).\(names.property(inverseName, of: other))"
        if other == entity.name, inverseName == relationship.name {
            // A key path to the property itself would be a circle to the compiler.
            let name = "inverseOf" + SwiftName.capitalized(names.plainProperty(relationship.name, of: entity.name))
            keyPath = "static var \(name): AnyKeyPath { \(path) }"
            return "\(names.className(entity.name)).\(name)"
        }
        let carries: Bool
        if relationship.isToOne != inverse.isToOne {
            carries = !relationship.isToOne
        } else {
            carries = (entity.name, relationship.name) < (other, inverseName)
        }
        return carries ? path : nil
    }

    /// The one relationship that SwiftData would take for the inverse, where the model has none.
    private func soleCandidate(_ relationship: RelationshipOutline, of entity: EntityOutline?) -> RelationshipOutline? {
        guard let entity, let other = names.hierarchy[relationship.destination] else { return nil }
        let lineage = Set(names.hierarchy.lineage(of: entity.name).map(\.name))
        var candidates: [RelationshipOutline] = []
        for case .relationship(let candidate) in other.properties
        where candidate.inverseName == nil && lineage.contains(candidate.destination) {
            if other.name != entity.name || candidate.name != relationship.name { candidates.append(candidate) }
        }
        return candidates.count == 1 ? candidates[0] : nil
    }
}

import SwiftDataCore
import SwiftDataSQL

/// A difference between a schema and a file.
struct ServedDifference: CustomStringConvertible {
    let entity: String
    let property: String?
    let text: String
    /// True if the difference is a unique constraint, which does not concern the values themselves.
    var isOfConstraint = false
    /// True if the file may lack a value where the schema requires one. This shows in the rows that are read, if in
    /// any.
    var isOfOptionality = false

    var description: String { (property.map { "\(entity).\($0) " } ?? "\(entity) ") + text }
}

/// Finds the differences that keep a schema from being served from the tables of a file as they are.
///
/// The file may have more than the schema. Differences that change no value do not count: indices, delete rules,
/// defaults, properties that become optional, and parts that only distinguish versions.
struct ServedDifferences {
    private let theirs: [String: EntityOutline]
    private let ours: [String: EntityOutline]
    /// The file's names of the schema's entities.
    private let names: [String: String]
    private(set) var found: [ServedDifference] = []

    /// - Parameter model: The schema, with the names that the file has for its entities.
    init(_ file: ModelOutline, _ model: ModelOutline) {
        ours = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        theirs = Dictionary(file.entities.map { ($0.name, $0) }) { first, _ in first }
        names = Dictionary(model.entities.map { ($0.name, $0.storedName) }) { first, _ in first }
        for entity in model.entities { compare(entity) }
    }

    private mutating func add(_ entity: EntityOutline, _ property: String?, _ text: String) {
        found.append(ServedDifference(entity: entity.name, property: property, text: text))
    }

    private mutating func compare(_ entity: EntityOutline) {
        guard let old = theirs[entity.storedName] else { return add(entity, nil, "was added") }
        if entity.superName.map({ names[$0] ?? $0 }) != old.superName {
            add(entity, nil, "has another superclass")
        }
        guard
            let origins = ModelMapping.origins(
                of: entity.properties.map { ($0.name, $0.originalName) },
                in: old.properties.map { ($0.name, $0.originalName) }
            )
        else { return add(entity, nil, "has two properties that come from one") }
        let transient = Set(old.transientRelationships.map(\.name))
        let before = Dictionary(old.properties.map { ($0.name, $0) }) { first, _ in first }
        for property in entity.properties {
            if property.attribute?.isTransient == true { continue }
            guard let origin = origins[property.name], let old = before[origin] else {
                let isTransient = transient.contains(property.name)
                add(entity, property.name, isTransient ? "is transient and not in the file" : "was added")
                continue
            }
            guard origin == property.name else {
                add(entity, property.name, "was renamed from \(origin)")
                continue
            }
            compare(property, old, entity)
        }
        let constraints = Set(old.uniquenessConstraints.map { $0.sorted() })
        for constraint in entity.uniquenessConstraints where !constraints.contains(constraint.sorted()) {
            var difference = ServedDifference(
                entity: entity.name,
                property: constraint.joined(separator: ", "),
                text: "was made unique"
            )
            difference.isOfConstraint = true
            found.append(difference)
        }
    }

    private mutating func compare(_ property: PropertyOutline, _ old: PropertyOutline, _ entity: EntityOutline) {
        switch (property, old) {
        case (.attribute(let new), .attribute(let old)):
            guard !old.isTransient else { return add(entity, new.name, "was not stored") }
            if !Self.isAlike(ArchivedAttribute(new), ArchivedAttribute(old)) {
                let (before, after) = (AttributeText.of(old), AttributeText.of(new))
                add(entity, new.name, before == after ? "has another form" : "was \(before) and is \(after)")
            }
            if old.isOptional, !new.isOptional {
                var difference = ServedDifference(entity: entity.name, property: new.name, text: "was made required")
                difference.isOfOptionality = true
                found.append(difference)
            }
        case (.relationship(let new), .relationship(let old)):
            if (names[new.destination] ?? new.destination) != old.destination {
                add(entity, new.name, "led to \(old.destination) and leads to \(new.destination)")
            }
            if new.isToOne != old.isToOne {
                add(entity, new.name, new.isToOne ? "was made to-one" : "was made to-many")
            }
            // Two to-one relationships have a column each, whether they are inverses or not.
            if let inverse = new.inverseName, inverse != old.inverseName, !isOneToOne(new, apart: old) {
                add(entity, new.name, old.inverseName == nil ? "had no inverse" : "has another inverse")
            }
        case (.attribute, .relationship):
            add(entity, property.name, "was a relationship and is an attribute")
        case (.relationship, .attribute):
            add(entity, property.name, "was an attribute and is a relationship")
        }
    }

    /// True if two to-one relationships are inverses that the file keeps apart.
    private func isOneToOne(_ new: RelationshipOutline, apart old: RelationshipOutline) -> Bool {
        guard new.isToOne, old.inverseName == nil else { return false }
        return ours[new.destination]?.properties.contains { property in
            guard case .relationship(let other) = property, other.name == new.inverseName else { return false }
            return other.isToOne
        } ?? false
    }

    /// Many models have Swift's `Int` for the narrower integers of Core Data.
    private static func isWider(_ new: ArchivedAttribute.Kind, _ old: ArchivedAttribute.Kind) -> Bool {
        switch (new, old) {
        case (.int32, .int16), (.int64, .int16), (.int64, .int32): true
        default: false
        }
    }

    /// True if values have the same form in a column.
    private static func isAlike(_ new: ArchivedAttribute, _ old: ArchivedAttribute) -> Bool {
        guard new.kind == old.kind || isWider(new.kind, old.kind), new.flags & 4 == old.flags & 4 else { return false }
        guard new.kind == .composite, !(new.elements.isEmpty && old.elements.isEmpty) else { return true }
        let before = Dictionary(old.elements.map { ($0.name, $0) }) { first, _ in first }
        let origins = ModelMapping.origins(
            of: new.elements.map { ($0.name, $0.originalName) },
            in: old.elements.map { ($0.name, $0.originalName) }
        )
        return new.elements.allSatisfy { element in
            guard origins?[element.name] == element.name, let old = before[element.name] else { return false }
            return isAlike(element, old)
        }
    }
}

/// The names of the kinds of attributes, for people.
private enum AttributeText {
    static func of(_ attribute: AttributeOutline) -> String { "\(ArchivedAttribute(attribute).kind)" }
}

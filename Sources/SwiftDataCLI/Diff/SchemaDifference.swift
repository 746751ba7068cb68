package import SwiftDataSQL

/// A difference between two models.
package struct SchemaDifference: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case added, removed, changed
    }

    package let kind: Kind
    package let entity: String
    /// Nil for the entity as a whole.
    package var property: String?
    /// The text of the old form, then of the new form; nil where there is none.
    package var before: String?
    package var after: String?

    /// The differences from one model to another, by name.
    package static func all(from source: ModelOutline, to target: ModelOutline) -> [SchemaDifference] {
        let old = Dictionary(source.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let new = Dictionary(target.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return Set(old.keys).union(new.keys).sorted().flatMap { name -> [SchemaDifference] in
            switch (old[name], new[name]) {
            case (let before?, let after?):
                return differences(
                    before,
                    after,
                    inherited: [before.superName.flatMap { old[$0] }, after.superName.flatMap { new[$0] }]
                )
            case (nil, _): return [SchemaDifference(kind: .added, entity: name)]
            case (_, nil): return [SchemaDifference(kind: .removed, entity: name)]
            }
        }
    }

    /// - Parameter inherited: The entities above the two, which report their properties themselves.
    private static func differences(
        _ before: EntityOutline,
        _ after: EntityOutline,
        inherited: [EntityOutline?]
    ) -> [SchemaDifference] {
        let name = after.name
        let aspects: [(String, String, String)] = [
            ("superentity", before.superName ?? "none", after.superName ?? "none"),
            ("abstract", before.isAbstract ? "yes" : "no", after.isAbstract ? "yes" : "no"),
            ("uniqueness", constraints(before), constraints(after)),
            ("indices", indices(before), indices(after)),
        ]
        var found: [SchemaDifference] = []
        for (aspect, old, new) in aspects where old != new {
            found.append(
                SchemaDifference(kind: .changed, entity: name, property: "(\(aspect))", before: old, after: new)
            )
        }
        let old = own(before, below: inherited[0])
        let new = own(after, below: inherited[1])
        for property in Set(old.keys).union(new.keys).sorted() {
            let (first, second) = (old[property].map(PropertyText.text), new[property].map(PropertyText.text))
            guard first != second else { continue }
            let kind: Kind = first == nil ? .added : second == nil ? .removed : .changed
            found.append(
                SchemaDifference(kind: kind, entity: name, property: property, before: first, after: second)
            )
        }
        return found
    }

    /// The properties that an entity declares itself, by name.
    private static func own(_ entity: EntityOutline, below parent: EntityOutline?) -> [String: PropertyOutline] {
        let inherited = Set(parent?.properties.map(\.name) ?? [])
        let own = entity.properties.filter { !inherited.contains($0.name) }
        return Dictionary(own.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func constraints(_ entity: EntityOutline) -> String {
        let texts = entity.uniquenessConstraints.map { $0.joined(separator: "+") }.sorted()
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }

    private static func indices(_ entity: EntityOutline) -> String {
        let texts = entity.storedIndices.map { $0.paths.joined(separator: "+") }.sorted()
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
}

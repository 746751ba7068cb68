import Foundation

/// A small model of a store in plain values: what a migration should make of it is done to dictionaries.
///
/// An object is known by its tag, which every entity keeps in an attribute of that name, since keys may change.
struct ReferenceWorld {
    enum Value: Hashable, CustomStringConvertible {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)

        /// As `quote` of SQLite writes it, but for numbers that are whole.
        var description: String {
            switch self {
            case .null: "NULL"
            case .integer(let value): "\(value)"
            case .real(let value): "\(value)"
            case .text(let value): "'\(value)'"
            }
        }
    }

    enum Kind: CaseIterable {
        case boolean, int16, int64, double, string, raw
    }

    struct Attribute {
        var name: String
        var originalName: String
        var kind: Kind
        var isOptional: Bool
        var fallback: Value?
        /// The entity that declares it.
        var entity: String
        var isUnique = false
        var isIndexed = false
    }

    struct Relation {
        var left: String
        var leftName: String
        var leftOriginal: String
        var leftIsToOne: Bool
        var right: String
        /// Nil where there is no inverse.
        var rightName: String?
        var rightOriginal: String = ""
        var rightIsToOne = false
        /// Of tags.
        var pairs: Set<Pair> = []

        struct Pair: Hashable {
            var left: Int64
            var right: Int64
        }

        /// True if a row on the left side may have one link only.
        var isOneForLeft: Bool { leftIsToOne }
        var isOneForRight: Bool { rightName == nil ? !leftIsToOne : rightIsToOne }

        /// True if the links keep the limits of the relationship.
        var isWithinBounds: Bool {
            let lefts = Dictionary(grouping: pairs, by: \.left)
            let rights = Dictionary(grouping: pairs, by: \.right)
            return (!isOneForLeft || lefts.values.allSatisfy { $0.count == 1 })
                && (!isOneForRight || rights.values.allSatisfy { $0.count == 1 })
        }
    }

    struct Entity {
        var name: String
        var originalName: String
        var parent: String?
    }

    struct Object {
        var entity: String
        var values: [String: Value]
    }

    var entities: [Entity] = []
    var attributes: [Attribute] = []
    var relations: [Relation] = []
    var objects: [Int64: Object] = [:]
    var nextName = 0

    func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

    /// The entity and all above it, from the root down.
    func lineage(_ name: String) -> [String] {
        (entity(name)?.parent.map(lineage) ?? []) + [name]
    }

    func family(_ name: String) -> Set<String> {
        Set(entities.map(\.name).filter { lineage($0).contains(name) })
    }

    /// The attributes of an entity, inherited ones first.
    func attributes(of name: String) -> [Attribute] {
        lineage(name).flatMap { level in attributes.filter { $0.entity == level } }
    }

    func tags(_ name: String) -> [Int64] {
        let family = family(name)
        return objects.filter { family.contains($0.value.entity) }.map(\.key).sorted()
    }

    mutating func freshName(_ prefix: String) -> String {
        nextName += 1
        return "\(prefix)\(nextName)"
    }

    /// True if rows keep every promise that the model makes.
    var isWithinBounds: Bool {
        relations.allSatisfy(\.isWithinBounds)
            && attributes.filter(\.isUnique).allSatisfy { attribute in
                let values = tags(attribute.entity).compactMap { objects[$0]?.values[attribute.name] }
                    .filter { $0 != .null }
                return Set(values).count == values.count
            }
    }
}

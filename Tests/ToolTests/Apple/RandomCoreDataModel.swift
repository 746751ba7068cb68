import SwiftDataTesting
import TestSupport

/// A model of Core Data, made at random: parents, names that clash, relationships with and without inverse, within one
/// entity, and transient ones.
struct RandomCoreDataModel: Sendable {
    struct Relationship: Sendable {
        let entity: String
        let name: String
        let destination: String
        let isToMany: Bool
        var inverse: (entity: String, name: String)?

        var key: String { "\(entity).\(name)" }
    }

    struct Attribute: Sendable {
        let entity: String
        let name: String
        let type: String
    }

    private(set) var parents: [String: String] = [:]
    private(set) var entities: [String] = []
    private(set) var attributes: [Attribute] = []
    private(set) var relationships: [Relationship] = []
    private(set) var transientNames: [String] = []
    private var transientLines: [String: [String]] = [:]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let names = ["Alpha", "beta", "Client", "Delta", "epsilon", "Zeta"].shuffled(using: &random)
        entities = Array(names.prefix(Int.random(in: 2...5, using: &random)))
        for (index, entity) in entities.enumerated().dropFirst()
        where Int.random(in: 0..<3, using: &random) == 0 {
            parents[entity] = entities[Int.random(in: 0..<index, using: &random)]
        }
        for entity in entities {
            // Entities with one table have attributes of one name.
            for name in ["name", "Size", "_mark", "other"].shuffled(using: &random)
                .prefix(Int.random(in: 1...3, using: &random))
            where !lineage(entity).dropFirst().contains(where: { level in declares(level, name) })
                && !below(entity).contains(where: { level in declares(level, name) })
            {
                let type = ["String", "Integer 32", "Double", "Boolean"].randomElement(using: &random) ?? "String"
                attributes.append(Attribute(entity: entity, name: name, type: type))
            }
        }
        for number in 0..<Int.random(in: 3...8, using: &random) {
            let (source, destination) = (
                entities.randomElement(using: &random) ?? "", entities.randomElement(using: &random) ?? ""
            )
            let (name, back) = ("r\(number)", (Bool.random(using: &random) ? "a" : "s") + "Back\(number)")
            let isToMany = Bool.random(using: &random)
            var relationship = Relationship(entity: source, name: name, destination: destination, isToMany: isToMany)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                transientNames += [name, back]
                transientLines[source, default: []].append(Self.line(relationship, isTransient: true, inverse: back))
                let other = Relationship(entity: destination, name: back, destination: source, isToMany: isToMany)
                transientLines[destination, default: []].append(Self.line(other, isTransient: true, inverse: name))
            case 1, 2:
                relationships.append(relationship)
            default:
                relationship.inverse = (destination, back)
                var other = Relationship(
                    entity: destination,
                    name: back,
                    destination: source,
                    isToMany: Bool.random(using: &random)
                )
                other.inverse = (source, name)
                relationships += [relationship, other]
            }
        }
    }

    func lineage(_ entity: String) -> [String] {
        var (found, next): ([String], String?) = ([], entity)
        while let current = next {
            found.append(current)
            next = parents[current]
        }
        return found
    }

    func below(_ entity: String) -> [String] { entities.filter { $0 != entity && lineage($0).contains(entity) } }

    private func declares(_ entity: String, _ name: String) -> Bool {
        attributes.contains { $0.entity == entity && $0.name == name }
    }

    private static func line(_ relationship: Relationship, isTransient: Bool, inverse: String?) -> String {
        "<relationship name=\"\(relationship.name)\" optional=\"YES\" destinationEntity=\"\(relationship.destination)\" "
            + (relationship.isToMany ? "toMany=\"YES\"" : "maxCount=\"1\"") + (isTransient ? " transient=\"YES\"" : "")
            + (inverse.map { " inverseName=\"\($0)\"" } ?? "") + "/>"
    }

    /// The options with which the frameworks made the store of the model.
    func options(_ seed: Int) -> AppleStore.Options {
        var options = AppleStore.Options()
        options.joinsAreNamedByTheEarlier = seed % 2 == 0
        options.joinsWereRenamed = seed % 3 == 0
        return options
    }

    /// The elements of the model's XML.
    var xml: String {
        entities.map { entity in
            let parent = parents[entity].map { " parentEntity=\"\($0)\"" } ?? ""
            var lines = attributes.filter { $0.entity == entity }.map {
                "<attribute name=\"\($0.name)\" optional=\"YES\" attributeType=\"\($0.type)\"/>"
            }
            lines.append(
                "<attribute name=\"gone\(entity)\" optional=\"YES\" transient=\"YES\" attributeType=\"String\"/>"
            )
            lines += relationships.filter { $0.entity == entity }.map {
                Self.line($0, isTransient: false, inverse: $0.inverse?.name)
            }
            lines += transientLines[entity] ?? []
            return "<entity name=\"\(entity)\"\(parent)>\(lines.joined(separator: "\n"))</entity>"
        }.joined(separator: "\n")
    }
}

import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The XML of one version of a model, as Xcode writes it, made into an outline.
struct ModelContents {
    private let path: String
    private let entities: [String: ModelElement]
    /// The attributes of the model's composites, by name.
    private let composites: [String: [ModelElement]]
    private let root: ModelElement

    /// - Throws: ``StoreError`` with the problems in the file, by entity and property.
    static func model(at url: URL) throws -> ModelOutline {
        try ModelContents(try ModelFolder.data(url), path: url.path).model()
    }

    init(_ data: Data, path: String) throws {
        self.path = path
        root = try ModelElement.root(of: data, path: path)
        guard root.name == "model" else {
            throw StoreError(.cannotOpen, "\(path) is XML, but not of a model: its root is \(root.name).")
        }
        var entities: [String: ModelElement] = [:]
        for entity in root.children(named: "entity") {
            let name = entity["name"] ?? ""
            guard !name.isEmpty, entities[name] == nil else {
                throw StoreError(.cannotOpen, "\(path) has an entity without a name, or twice.", entity: name)
            }
            entities[name] = entity
        }
        guard !entities.isEmpty else { throw StoreError(.cannotOpen, "The model at \(path) has no entities.") }
        self.entities = entities
        composites = Dictionary(
            root.children(named: "composite").map { ($0["name"] ?? "", $0.children(named: "attribute")) }
        ) { first, _ in first }
    }

    func model() throws -> ModelOutline {
        let outlines = try entities.keys.sorted().compactMap { name in try entities[name].map { try entity($0, name) } }
        let identifier = root["userDefinedModelVersionIdentifier"] ?? ""
        var model = ModelOutline(entities: outlines, versionIdentifier: identifier)
        model.omissions = ContentsOmissions.all(in: root)
        return model.withoutTransientInverses
    }

    private func entity(_ element: ModelElement, _ name: String) throws -> EntityOutline {
        var properties: [PropertyOutline] = []
        var seen: Set<String> = []
        let lineage = try lineage(of: name)
        for (level, owner) in lineage.reversed() {
            for property in try own(level, of: owner) where seen.insert(property.name).inserted {
                properties.append(property)
            }
        }
        var outline = EntityOutline(
            name,
            super: element["parentEntity"],
            properties: properties,
            uniquenessConstraints: constraints(element),
            indices: element.children(named: "fetchIndex").compactMap(index)
        )
        outline.originalName = element["elementID"] ?? name
        outline.className = element["representedClassName"]
        outline.isAbstract = element.flag("isAbstract")
        outline.olderIndices = olderIndices(element, beside: outline.indices)
        outline.transientRelationships = try element.children(named: "relationship").filter { $0.flag("transient") }
            .map { try relationship($0, of: name) }.sorted { $0.name < $1.name }
        return outline
    }

    /// An entity and its superentities, the nearest first.
    private func lineage(of name: String) throws -> [(element: ModelElement, name: String)] {
        var found: [(element: ModelElement, name: String)] = []
        var next: String? = name
        while let current = next {
            guard let element = entities[current] else {
                throw StoreError(.cannotOpen, "\(path): its parent \(current) is not in the model.", entity: name)
            }
            guard !found.contains(where: { $0.name == current }) else {
                throw StoreError(.cannotOpen, "\(path): it is its own ancestor.", entity: name)
            }
            found.append((element, current))
            next = element["parentEntity"]
        }
        return found
    }

    /// Reads the properties that an entity itself declares, by name.
    private func own(_ element: ModelElement, of entity: String) throws -> [PropertyOutline] {
        try element.children.compactMap { child -> PropertyOutline? in
            switch child.name {
            case "attribute":
                .attribute(try ContentsAttribute(composites, entity: entity, path: path).outline(child))
            case "relationship" where !child.flag("transient"): .relationship(try relationship(child, of: entity))
            default: nil
            }
        }.sorted { $0.name < $1.name }
    }

    private func relationship(_ element: ModelElement, of entity: String) throws -> RelationshipOutline {
        let name = element["name"] ?? ""
        guard let destination = element["destinationEntity"], !name.isEmpty else {
            throw StoreError(.cannotOpen, "\(path): a relationship has no destination.", entity: entity, property: name)
        }
        let isToOne = !element.flag("toMany")
        var outline = RelationshipOutline(
            name,
            to: destination,
            inverse: element["inverseName"],
            isToOne: isToOne,
            isOptional: element.flag("optional"),
            deleteRule: Self.deleteRule(element["deletionRule"])
        )
        outline.originalName = element["elementID"] ?? name
        outline.minimumCount = element["minCount"].flatMap { Int($0) } ?? 0
        if !isToOne { outline.maximumCount = element["maxCount"].flatMap { Int($0) } ?? 0 }
        outline.isOrdered = element.flag("ordered")
        outline.hashModifier = element["versionHashModifier"]
        return outline
    }

    private static func deleteRule(_ text: String?) -> Schema.Relationship.DeleteRule {
        switch text {
        case "No Action": .noAction
        case "Cascade": .cascade
        case "Deny": .deny
        default: .nullify
        }
    }

    private func constraints(_ element: ModelElement) -> [[String]] {
        element.children(named: "uniquenessConstraints").flatMap { $0.children(named: "uniquenessConstraint") }
            .map { $0.children(named: "constraint").compactMap { $0["value"] } }
            .filter { !$0.isEmpty }
    }

    private func index(_ element: ModelElement) -> IndexOutline? {
        let members = element.children(named: "fetchIndexElement")
        let paths = members.compactMap { $0["property"] }
        guard let name = element["name"], paths.count == members.count, !paths.isEmpty else { return nil }
        return IndexOutline(name: name, paths: paths, isSpatial: members.contains { $0["type"] == "RTree" })
    }

    /// The indices in the form of models of before 2017, apart from the ones that are fetch indices too.
    private func olderIndices(_ element: ModelElement, beside indices: [IndexOutline]) -> [[String]] {
        let single = element.children.filter { $0.flag("indexed") }.compactMap { $0["name"].map { [$0] } }
        let compound = element.children(named: "compoundIndexes").flatMap { $0.children(named: "compoundIndex") }
            .map { $0.children(named: "index").compactMap { $0["value"] } }
        let known = Set(indices.map(\.paths))
        return (single.sorted { $0[0] < $1[0] } + compound).filter { !$0.isEmpty && !known.contains($0) }
    }
}

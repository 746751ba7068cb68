package import Foundation
import SwiftDataCore

extension ModelOutline {
    /// The version of the form in which a model is JSON.
    package static let jsonForm = 1

    /// The model as JSON, which people can read and ``init(json:)`` reads back.
    ///
    /// Defaults are left out. Default values come from the classes, and numbers from the store. Parts that only files
    /// of Core Data have are not included.
    package func json(isPretty: Bool = false) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = isPretty ? [.sortedKeys, .prettyPrinted] : [.sortedKeys]
        return try encoder.encode(ModelForm(self))
    }

    /// The model of a JSON text.
    /// - Throws: `DecodingError` for anything else, and for a form that a later version of the library has made.
    package init(json: Data) throws {
        self = try JSONDecoder().decode(ModelForm.self, from: json).model
    }
}

/// A model in JSON.
private struct ModelForm: Codable {
    let model: ModelOutline

    private enum Key: String, CodingKey { case form, version, entities }

    init(_ model: ModelOutline) { self.model = model }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let form = try container.decode(Int.self, forKey: .form)
        guard form <= ModelOutline.jsonForm else {
            throw DecodingError.dataCorruptedError(
                forKey: .form,
                in: container,
                debugDescription: "The model has the form \(form) of a later version of the library. Update it."
            )
        }
        model = ModelOutline(
            entities: try container.decode([EntityForm].self, forKey: .entities).map(\.entity),
            versionIdentifier: try container.decode(String.self, forKey: .version)
        )
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ModelOutline.jsonForm, forKey: .form)
        try container.encode(model.versionIdentifier, forKey: .version)
        try container.encode(model.entities.map(EntityForm.init), forKey: .entities)
    }
}

/// An entity in JSON.
private struct EntityForm: Codable {
    let entity: EntityOutline

    private enum Key: String, CodingKey { case name, originalName, parent, properties, unique, indices }

    init(_ entity: EntityOutline) { self.entity = entity }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decode(String.self, forKey: .name)
        var entity = EntityOutline(
            name,
            super: try container.decodeIfPresent(String.self, forKey: .parent),
            properties: try container.decode([PropertyForm].self, forKey: .properties).map(\.property),
            uniquenessConstraints: try container.decodeIfPresent([[String]].self, forKey: .unique) ?? [],
            indices: try container.decodeIfPresent([IndexForm].self, forKey: .indices)?.map(\.index) ?? []
        )
        entity.originalName = try container.decodeIfPresent(String.self, forKey: .originalName) ?? name
        self.entity = entity
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(entity.name, forKey: .name)
        if entity.originalName != entity.name { try container.encode(entity.originalName, forKey: .originalName) }
        try container.encodeIfPresent(entity.superName, forKey: .parent)
        try container.encode(entity.properties.map(PropertyForm.init), forKey: .properties)
        if !entity.uniquenessConstraints.isEmpty { try container.encode(entity.uniquenessConstraints, forKey: .unique) }
        if !entity.indices.isEmpty { try container.encode(entity.indices.map(IndexForm.init), forKey: .indices) }
    }
}

/// An index in JSON.
private struct IndexForm: Codable {
    let index: IndexOutline

    private enum Key: String, CodingKey { case name, paths, isSpatial }

    init(_ index: IndexOutline) { self.index = index }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        index = IndexOutline(
            name: try container.decode(String.self, forKey: .name),
            paths: try container.decode([String].self, forKey: .paths),
            isSpatial: try container.decodeIfPresent(Bool.self, forKey: .isSpatial) ?? false
        )
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(index.name, forKey: .name)
        try container.encode(index.paths, forKey: .paths)
        if index.isSpatial { try container.encode(true, forKey: .isSpatial) }
    }
}

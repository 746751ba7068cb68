import SwiftDataCore
import SwiftDataSQL

/// The types of attributes that the model cache of a file cannot express: the widths of integers, and the contents of
/// collections of plain values. A file of this library has them in its metadata.
///
/// Types of the user are not included: such a type may be renamed without a change of its values.
struct StoredTypes: Sendable, Equatable {
    /// The types by entity, and by the name of the attribute with the names of the members that lead to the value.
    let entities: [String: [String: String]]

    init(entities: [String: [String: String]]) { self.entities = entities }

    init(_ model: ModelOutline) {
        var entities: [String: [String: String]] = [:]
        for entity in model.entities {
            var types: [String: String] = [:]
            for attribute in entity.properties.compactMap(\.attribute) where !attribute.isTransient {
                Self.add(attribute, attribute.name, &types)
            }
            if !types.isEmpty { entities[entity.name] = types }
        }
        self.entities = entities
    }

    /// The width of an integer, if the file records it.
    func width(_ entity: String, _ path: String) -> AttributeKind.Integer? {
        entities[entity]?[path].flatMap(AttributeKind.Integer.init)
    }

    /// True if the file marks a value as a collection, which is kept as JSON.
    func isCollection(_ entity: String, _ path: String) -> Bool {
        entities[entity]?[path].map { AttributeKind.Integer(rawValue: $0) == nil } ?? false
    }

    /// The attributes of a model that have another type in the file, as `Entity.attribute`; in alphabetical order.
    func differences(from model: ModelOutline) -> [String] {
        StoredTypes(model).entities.flatMap { entity, types in
            types.compactMap { path, type in
                guard let old = entities[entity]?[path], old != type else { return nil }
                return "\(entity).\(path)"
            }
        }.sorted()
    }

    private static func add(_ attribute: AttributeOutline, _ path: String, _ types: inout [String: String]) {
        switch attribute.kind {
        case .integer(let width), .rawValue(.integer(let width)):
            types[path] = width.rawValue
        case .json:
            if let name = attribute.valueTypeName, isPlain(name) { types[path] = name }
        default:
            for element in attribute.elements { add(element, path + "." + element.name, &types) }
        }
    }

    /// True if a type is made of plain types of the standard library and Foundation alone.
    private static func isPlain(_ name: String) -> Bool {
        name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.allSatisfy { plain.contains(String($0)) }
    }

    private static let plain = Set(["Array", "Set", "Dictionary", "Optional"]).union(Primitive.byTypeName.keys)
}

extension ModelOutline {
    /// The same with the widths of integers as a file records them.
    func exact(_ types: StoredTypes?) -> ModelOutline {
        guard let types else { return self }
        var model = self
        for index in model.entities.indices {
            let name = model.entities[index].name
            for slot in model.entities[index].properties.indices {
                guard let attribute = model.entities[index].properties[slot].attribute else { continue }
                model.entities[index].properties[slot] = .attribute(
                    attribute.exact { types.width(name, $0) }
                )
            }
        }
        return model
    }
}

extension AttributeOutline {
    fileprivate func exact(_ width: (String) -> AttributeKind.Integer?) -> AttributeOutline {
        exact(name, width)
    }

    private func exact(_ path: String, _ width: (String) -> AttributeKind.Integer?) -> AttributeOutline {
        var attribute = self
        if let width = width(path) {
            switch kind {
            case .integer: attribute.kind = .integer(width)
            case .rawValue(.integer): attribute.kind = .rawValue(.integer(width))
            default: break
            }
        }
        attribute.elements = elements.map { $0.exact(path + "." + $0.name, width) }
        return attribute
    }
}

import SwiftDataCore
import SwiftDataSQL

/// A `Codable` type that is nested in a model's class.
struct ValueType {
    /// A stored property, or a part of an enum case's payload.
    struct Member {
        /// The name as it is declared.
        let name: String
        let type: String
        let isOptional: Bool
        let outline: AttributeOutline

        var text: String { type + (isOptional ? "?" : "") }
    }

    enum Shape {
        case structure([Member])
        /// A type around a raw value.
        case rawValue(type: String)
        case enumeration([(name: String, payload: [Member])])
    }

    let name: String
    let shape: Shape
}

/// Finds the value types of the classes of a model, and names them.
struct ValueTypes {
    let types: SwiftTypes
    let generation: Generation
    /// The taken names by root entity: a class sees the types of its superclass.
    private var taken: [String: Set<String>] = [:]
    private let classNames: Set<String>
    /// The types by their name and the entity they are in.
    private(set) var declared: [String: [ValueType]] = [:]

    init(_ names: ModelNames, _ types: SwiftTypes, _ generation: Generation) {
        self.types = types
        self.generation = generation
        classNames = names.classNames
    }

    /// The type of an attribute, without the question mark; adds the declarations that it needs.
    mutating func type(
        of attribute: AttributeOutline,
        in entity: String,
        root: String,
        label: String,
        isInPayload: Bool = false
    ) -> String {
        if let plain = types.plain(attribute.kind) { return plain }
        switch attribute.kind {
        case .rawValue(let raw):
            let name = newName(label, root)
            let rawType = types.plain(raw) ?? types.named("Data")
            generation.note(
                entity,
                attribute.name,
                "has raw values that the model does not list; \(name) takes any \(rawType). Make an enum of it."
            )
            declare(ValueType(name: name, shape: .rawValue(type: rawType)), entity)
            return name
        case .composite:
            let name = newName(label, root)
            let members = members(attribute.elements, in: entity, root: root, isInPayload: isInPayload)
            declare(ValueType(name: name, shape: .structure(members)), entity)
            return name
        case .enumeration:
            let name = newName(label, root)
            let cases = cases(attribute, in: entity, root: root)
            declare(ValueType(name: name, shape: .enumeration(cases)), entity)
            return name
        default:
            let (text, usesJSONValue) = types.generic(attribute.valueTypeName)
            if usesJSONValue {
                generation.usesJSONValue = true
                generation.note(entity, attribute.name, "has a type that the model does not describe.")
            }
            return text
        }
    }

    private mutating func members(
        _ elements: [AttributeOutline],
        in entity: String,
        root: String,
        isInPayload: Bool
    ) -> [ValueType.Member] {
        var members: [ValueType.Member] = []
        for (index, element) in elements.enumerated() {
            let type = type(of: element, in: entity, root: root, label: element.name)
            // In the payload of a case everything is optional in the model, whatever it is in Swift; NULL in all of
            // it must not stand for a value.
            let isOptional = element.isOptional && !(isInPayload && index == 0)
            if element.kind == .data, !element.isOptional || !isInPayload, !element.allowsExternalStorage {
                generation.note(entity, element.name, "may be JSON of a type that the model does not describe.")
            }
            members.append(
                ValueType.Member(
                    name: SwiftName.escaped(SwiftName.identifier(element.name)),
                    type: type,
                    isOptional: isOptional,
                    outline: element
                )
            )
        }
        return members
    }

    private mutating func cases(
        _ attribute: AttributeOutline,
        in entity: String,
        root: String
    ) -> [(name: String, payload: [ValueType.Member])] {
        var cases: [(name: String, payload: [ValueType.Member])] = []
        // One case may be NULL in all of its columns, not two.
        var mayBeAllNull = true
        for element in attribute.elements {
            let name = SwiftName.escaped(SwiftName.identifier(element.name))
            guard element.kind == .composite else {
                cases.append((name, []))
                continue
            }
            let isWhole = mayBeAllNull && element.elements.count > 1
            if isWhole { mayBeAllNull = false }
            var payload: [ValueType.Member] = []
            for (index, part) in element.elements.enumerated() {
                let isLabelled = !Self.isUnlabelled(part.name)
                let label = isLabelled ? part.name : element.name + "Payload"
                let type = type(of: part, in: entity, root: root, label: label, isInPayload: true)
                payload.append(
                    ValueType.Member(
                        name: isLabelled ? SwiftName.escaped(SwiftName.identifier(part.name)) : "",
                        type: type,
                        isOptional: part.isOptional && (isWhole || index > 0),
                        outline: part
                    )
                )
            }
            if payload.count > 1 {
                generation.note(
                    entity,
                    attribute.name,
                    "has a case \(element.name), of which the model does not say which values are optional."
                )
            }
            cases.append((name, payload))
        }
        return cases
    }

    private static func isUnlabelled(_ name: String) -> Bool {
        name.hasPrefix("_") && Int(name.dropFirst()) != nil
    }

    private mutating func declare(_ type: ValueType, _ entity: String) {
        declared[entity, default: []].append(type)
    }

    private mutating func newName(_ label: String, _ root: String) -> String {
        var name = SwiftName.capitalized(SwiftName.identifier(label))
        if !SwiftName.isIdentifier(name) { name = "Value" + name }
        if classNames.contains(name) || SwiftName.standardTypes[name] != nil { name += "Value" }
        let base = name
        var number = 2
        while classNames.contains(name) || taken[root]?.contains(name) == true {
            name = "\(base)\(number)"
            number += 1
        }
        taken[root, default: []].insert(name)
        return name
    }
}

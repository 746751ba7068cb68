import SwiftDataCore
import SwiftDataSQL

/// Writes the classes of one version of a model.
struct ClassWriter {
    let model: ModelOutline
    let names: ModelNames
    let types: SwiftTypes
    let generation: Generation
    private(set) var values: ValueTypes
    /// The own properties of each entity, in the order of the class.
    private var declarations: [String: [PropertyDeclaration]] = [:]
    /// Computed properties that return key paths, by entity.
    private var keyPaths: [String: [String]] = [:]

    init(_ model: ModelOutline, _ generation: Generation) {
        self.model = model
        self.generation = generation
        names = ModelNames(model, generation)
        types = SwiftTypes(names)
        values = ValueTypes(names, types, generation)
        for entity in names.hierarchy.depthFirst {
            for property in names.hierarchy.ownProperties(of: entity.name) {
                let declaration: PropertyDeclaration
                switch property {
                case .attribute(let attribute): declaration = self.attribute(attribute, of: entity)
                case .relationship(let relationship): declaration = self.relationship(relationship, of: entity)
                }
                declarations[entity.name, default: []].append(declaration)
            }
        }
    }

    /// The classes, each after its superclass.
    var classNames: [String] { names.hierarchy.depthFirst.map { names.className($0.name) } }

    func write(_ text: inout SourceText) {
        for entity in names.hierarchy.depthFirst {
            text.gap()
            write(entity, &text)
        }
    }

    private func write(_ entity: EntityOutline, _ text: inout SourceText) {
        let className = names.className(entity.name)
        let access = generation.access
        let parent = entity.superName.flatMap { names.hierarchy[$0] }.map { names.className($0.name) }
        let isFinal = !names.hierarchy.hasSubentities(entity.name)
        if entity.isAbstract {
            text.comment("An abstract entity of Core Data: only its subclasses have objects.", mark: "///")
            generation.note(entity.name, nil, "is abstract in Core Data; Swift has no abstract classes.")
        }
        text.line("@Model")
        let head = "\(access)\(isFinal ? "final " : "")class \(className)" + (parent.map { ": \($0)" } ?? "")
        text.block(head) { text in
            ConstraintWriter(names: names, generation: generation).write(entity, &text)
            text.gap()
            let own = declarations[entity.name] ?? []
            for declaration in own { declaration.write(&text, access: access) }
            writeOriginalName(of: entity, &text)
            text.gap()
            writeInitializer(entity, own, &text)
            for property in keyPaths[entity.name] ?? [] {
                text.gap()
                text.line(property)
            }
            for type in values.declared[entity.name] ?? [] {
                text.gap()
                type.write(&text, types, access: access)
            }
        }
    }

    /// Writes the former name of the entity. A superclass writes it in a way that its subclasses can replace: the name
    /// of a superclass without a former name, and a name equal to its superclass's, is none.
    private func writeOriginalName(of entity: EntityOutline, _ text: inout SourceText) {
        let isRenamed = entity.originalName != entity.name
        let isRoot = entity.superName.flatMap { names.hierarchy[$0] } == nil
        let descendants = model.entities.filter { other in
            other.name != entity.name && names.hierarchy.lineage(of: other.name).contains { $0.name == entity.name }
        }
        let isReplaced = descendants.contains { $0.originalName != $0.name }
        guard isRenamed || isRoot && isReplaced else { return }
        let kind = !isRoot ? "override class" : isReplaced ? "class" : "static"
        let value = isRenamed ? SwiftLiteral.string(entity.originalName) : "nil"
        text.gap()
        text.line("\(generation.access)\(kind) var originalEntityName: String? { \(value) }")
    }

    /// Returns the properties that an initialiser of a class must take: the ones of its superclass first.
    func requiredProperties(of entity: String) -> [PropertyDeclaration] {
        names.hierarchy.lineage(of: entity).reversed().flatMap { level in
            (declarations[level.name] ?? []).filter(\.isRequired)
        }
    }

    private func writeInitializer(
        _ entity: EntityOutline,
        _ own: [PropertyDeclaration],
        _ text: inout SourceText
    ) {
        let all = requiredProperties(of: entity.name)
        let ownRequired = own.filter(\.isRequired)
        let inherited = Array(all.dropLast(ownRequired.count))
        let isSubclass = entity.superName.flatMap { names.hierarchy[$0] } != nil
        let modifier = isSubclass && ownRequired.isEmpty ? "override " : ""
        let parameters = all.map { "\($0.name): \($0.type)" }
        if all.isEmpty, !isSubclass { return text.line("\(generation.access)init() {}") }
        text.list("\(generation.access)\(modifier)init(", parameters, ") {")
        text.indented { text in
            for property in ownRequired { text.line("self.\(property.name) = \(property.name)") }
            if isSubclass { text.list("super.init(", inherited.map { "\(SwiftName.label($0.name)): \($0.name)" }, ")") }
        }
        text.line("}")
    }

    private mutating func attribute(_ attribute: AttributeOutline, of entity: EntityOutline) -> PropertyDeclaration {
        let name = names.plainProperty(attribute.name, of: entity.name)
        let type = values.type(
            of: attribute,
            in: entity.name,
            root: names.hierarchy.rootName(of: entity.name),
            label: name
        )
        let literal = SwiftLiteral(types: types, isFromStore: generation.isFromStore)
        let expression = DefaultExpression(values: values, literal: literal, entity: entity.name)
        let defaultValue = attribute.defaultValue.flatMap {
            expression.text($0, of: attribute, type: type, isOptional: attribute.isOptional)
        }
        var declaration = PropertyDeclaration(
            name: SwiftName.escaped(name),
            type: type + (attribute.isOptional ? "?" : ""),
            isOptional: attribute.isOptional,
            defaultValue: defaultValue
        )
        let arguments = AttributeArguments(names: names, generation: generation)
        let list = arguments.list(attribute, name: name, of: entity)
        if !list.isEmpty { declaration.attribute = ("@Attribute", list) }
        declaration.comments = arguments.comments(attribute, of: entity)
        return declaration
    }

    private mutating func relationship(
        _ relationship: RelationshipOutline,
        of entity: EntityOutline
    ) -> PropertyDeclaration {
        let destination = names.className(relationship.destination)
        let element = relationship.isToOne ? destination : "[\(destination)]"
        let name = names.plainProperty(relationship.name, of: entity.name)
        var declaration = PropertyDeclaration(
            name: SwiftName.escaped(name),
            type: element + (relationship.isOptional ? "?" : ""),
            isOptional: relationship.isOptional,
            defaultValue: relationship.isToOne || relationship.isOptional ? nil : "[]"
        )
        let arguments = RelationshipArguments(names: names, generation: generation)
        var keyPath: String?
        let list = arguments.list(relationship, name: name, of: entity, keyPath: &keyPath)
        if let keyPath { keyPaths[entity.name, default: []].append(keyPath) }
        if !list.isEmpty { declaration.attribute = ("@Relationship", list) }
        return declaration
    }
}

/// Makes the layout of one model class from the metadata that `@Model` wrote.
struct ModelLayoutBuilder {
    private let modelType: any PersistentModel.Type
    private let entityName: String
    private let superLayout: ModelLayout?
    private var properties: [PropertyLayout]
    private var uniquenessConstraints: [[String]] = []
    private var indices: [IndexDescription] = []
    private var problem: StoreError?

    init(_ type: any PersistentModel.Type) {
        modelType = type
        entityName = Schema.entityName(of: type)
        superLayout = Self.superclass(of: type).map(ModelLayout.of)
        properties = superLayout?.properties ?? []
        problem = superLayout?.problem
        var constraints: [any ConstraintMetadata] = []
        for entry in type.schemaMetadata {
            if let metadata = entry.metadata as? any ConstraintMetadata {
                constraints.append(metadata)
            } else if !isInherited(entry) {
                add(entry)
            }
        }
        constraints.forEach { addConstraints($0) }
    }

    var layout: ModelLayout {
        ModelLayout(
            modelType: modelType,
            entityName: entityName,
            superLayout: superLayout,
            properties: properties,
            uniquenessConstraints: uniquenessConstraints,
            indices: indices,
            problem: problem
        )
    }

    private static func superclass(of type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
        guard let parent = _getSuperclass(type as AnyClass) else { return nil }
        return parent as? any PersistentModel.Type
    }

    /// A class that is not marked `@Model` itself inherits its superclass's metadata.
    private func isInherited(_ entry: Schema.PropertyMetadata) -> Bool {
        superLayout?.properties.contains { $0.keyPath == entry.keypath } ?? false
    }

    private mutating func add(_ entry: Schema.PropertyMetadata) {
        let valueType = type(of: entry.keypath).valueType
        if properties.contains(where: { $0.name == entry.name }) {
            report(entry.name, "the class or a superclass has another property of that name. Rename one.", .validation)
        }
        if let target = RelationshipTarget(valueType) {
            addRelationship(entry, valueType, target)
        } else {
            addAttribute(entry, valueType)
        }
    }

    private mutating func addRelationship(
        _ entry: Schema.PropertyMetadata,
        _ valueType: any Any.Type,
        _ target: RelationshipTarget
    ) {
        let metadata = entry.metadata as? Schema.Relationship
        let relationship = Schema.Relationship(
            name: entry.name,
            valueType: valueType,
            keypath: entry.keypath,
            from: metadata
        )
        if metadata == nil, let renamed = entry.metadata?.originalName, !renamed.isEmpty {
            relationship.originalName = renamed
        }
        append(
            entry,
            valueType,
            isOptional: relationship.isOptional,
            shape: target.isToOne
                ? .toOne(relationship, destination: target.destination)
                : .toMany(relationship, destination: target.destination)
        )
        if relationship.isUnique { addUnique([entry.name]) }
    }

    private mutating func addAttribute(_ entry: Schema.PropertyMetadata, _ valueType: any Any.Type) {
        if entry.metadata is Schema.Relationship {
            report(entry.name, "@Relationship is for models, but the type is \(valueType).", .unsupportedType)
        }
        let metadata = entry.metadata as? Schema.Attribute
        let renamed = metadata?.originalName ?? ""
        let attribute = Schema.Attribute.make(
            name: entry.name,
            originalName: renamed.isEmpty ? entry.name : renamed,
            options: metadata?.options ?? [],
            valueType: valueType,
            hashModifier: metadata?.hashModifier
        )
        attribute.defaultValue = entry.defaultValue.map { attribute.codec?.coerced($0) ?? $0 }
        if attribute.codec == nil {
            let advice =
                EnumMetadata.isLayoutKnown
                ? "Make it Codable, add @Attribute(.transformable(by:)), or mark the property @Transient."
                : "This version of Swift keeps enums in a form that OpenSwiftData does not know: update OpenSwiftData."
            report(entry.name, "the type \(valueType) cannot be stored. \(advice)", .unsupportedType)
        }
        append(
            entry,
            valueType,
            isOptional: attribute.isOptional,
            isEphemeral: attribute.isTransient,
            shape: .attribute(attribute),
            defaultValue: attribute.defaultValue
        )
        if attribute.isUnique { addUnique([entry.name]) }
    }

    private mutating func append(
        _ entry: Schema.PropertyMetadata,
        _ valueType: any Any.Type,
        isOptional: Bool,
        isEphemeral: Bool = false,
        shape: PropertyLayout.Shape,
        defaultValue: Any? = nil
    ) {
        properties.append(
            PropertyLayout(
                name: entry.name,
                slot: properties.count,
                keyPath: entry.keypath,
                valueType: valueType,
                isOptional: isOptional,
                isEphemeral: isEphemeral,
                shape: shape,
                defaultValue: defaultValue ?? entry.defaultValue
            )
        )
    }

    private mutating func addUnique(_ names: [String]) {
        if !names.isEmpty, !uniquenessConstraints.contains(names) { uniquenessConstraints.append(names) }
    }

    private mutating func addConstraints(_ metadata: any ConstraintMetadata) {
        for keyPaths in metadata.declaredConstraints {
            guard let names = names(of: keyPaths, in: "#Unique") else { continue }
            for property in properties where names.contains(property.name) {
                if case .toMany = property.shape {
                    report(property.name, "#Unique cannot name a to-many relationship.", .validation)
                }
            }
            addUnique(names)
        }
        for (kind, keyPaths) in metadata.declaredIndices {
            guard let names = names(of: keyPaths, in: "#Index"), !names.isEmpty else { continue }
            let index = IndexDescription(kind: kind, properties: names)
            if !indices.contains(index) { indices.append(index) }
        }
    }

    private mutating func names(of keyPaths: [AnyKeyPath], in place: String) -> [String]? {
        do {
            return try layout.names(of: keyPaths, in: place)
        } catch {
            if problem == nil { problem = error as? StoreError }
            return nil
        }
    }

    private mutating func report(_ property: String, _ message: String, _ code: StoreError.Code) {
        if problem == nil { problem = StoreError(code, message, entity: entityName, property: property) }
    }
}

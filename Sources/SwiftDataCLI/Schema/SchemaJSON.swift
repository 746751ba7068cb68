import SwiftDataSQL

/// A model as JSON for programs.
struct SchemaJSON {
    private let words: SchemaWords

    init(_ model: ModelOutline) {
        words = SchemaWords(model)
    }

    var value: JSONValue {
        .members([
            "version": .string(words.model.versionIdentifier),
            "entities": .array(words.sortedEntities.map(entity)),
        ])
    }

    private func entity(_ entity: EntityOutline) -> JSONValue {
        .members([
            "name": .string(entity.name),
            "superentity": .text(entity.superName),
            "isAbstract": .boolean(entity.isAbstract),
            "originalName": .string(entity.originalName),
            "className": .text(entity.className),
            "attributes": .array(words.ownAttributes(of: entity).map(attribute)),
            "relationships": .array(
                words.ownRelationships(of: entity).map { relationship($0, isTransient: false) }
                    + entity.transientRelationships.map { relationship($0, isTransient: true) }
            ),
            "uniquenessConstraints": .array(entity.uniquenessConstraints.map { .strings($0) }),
            "indices": .array(
                entity.indices.map {
                    .members([
                        "name": .string($0.name), "properties": .strings($0.paths), "isSpatial": .boolean($0.isSpatial),
                    ])
                } + entity.olderIndices.map { .members(["name": .null, "properties": .strings($0)]) }
            ),
        ])
    }

    private func attribute(_ attribute: AttributeOutline) -> JSONValue {
        .members([
            "name": .string(attribute.name),
            "originalName": .string(attribute.originalName),
            "type": .string(SchemaWords.type(attribute.kind, named: attribute.valueTypeName)),
            "isOptional": .boolean(attribute.isOptional),
            "hasDefault": .boolean(attribute.defaultValue != nil),
            "isTransient": .boolean(attribute.isTransient),
            "isDerived": .boolean(attribute.isDerived),
            "allowsExternalStorage": .boolean(attribute.allowsExternalStorage),
            "preservesValueOnDeletion": .boolean(attribute.preservesValueOnDeletion),
            "elements": .array(attribute.elements.map(self.attribute)),
        ])
    }

    private func relationship(_ relationship: RelationshipOutline, isTransient: Bool) -> JSONValue {
        .members([
            "name": .string(relationship.name),
            "originalName": .string(relationship.originalName),
            "destination": .string(relationship.destination),
            "inverse": .text(relationship.inverseName),
            "isToOne": .boolean(relationship.isToOne),
            "isOptional": .boolean(relationship.isOptional),
            "isOrdered": .boolean(relationship.isOrdered),
            "isTransient": .boolean(isTransient),
            "minimumCount": .count(max(0, relationship.minimumCount)),
            "maximumCount": relationship.maximumCount > 0 ? .count(relationship.maximumCount) : .null,
            "deleteRule": .string(SchemaWords.deleteRule(relationship.deleteRule)),
        ])
    }
}

package import SwiftDataCore
package import SwiftDataSQL

/// The names that the file of a store has for the entities of a schema, and the inverses that it has for relationships of
/// which the classes name none.
///
/// An entity of Core Data's need not have the name of its class: a class `CDTrip` may be the class of the entity
/// `Trip`. Where the file has no entity of a class's name, its own model names the entity of the class.
package struct StoredNames {
    /// The entities in `Z_PRIMARYKEY`; none in an empty file.
    private let names: Set<String>
    /// The file's description of its models, where it has one.
    private let model: ModelOutline?
    /// The form of the file besides names; nil for an empty file.
    private let form: StoredForm?

    /// Reads the names that a file has.
    /// - Parameter versions: Earlier versions of the schema, one of which the file may have.
    package init(_ connection: StoreConnection, for schema: Schema, versions: [Schema] = []) throws {
        (names, model, form) = try connection.readOnce { runner in
            let tables = try runner.tableNames()
            // A file that is no store is reported when it is opened.
            guard tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) else { return ([], nil, nil) }
            let names = Set(try runner.strings("SELECT Z_NAME FROM Z_PRIMARYKEY"))
            let path = connection.path ?? "the store"
            let metadata = try StoreFile.metadata(runner, path: path)
            let schemas = [schema] + versions
            let isComplete =
                schemas.allSatisfy { $0.entities.allSatisfy { names.contains($0.name) } }
                && Self.isInverseKnown(schemas, metadata)
            // Taken for "no description", a failed read would make a migration replace entities that have other names.
            let model = try isComplete ? nil : StoredModel.ifDescribed(runner, path: path)
            return (names, model, try StoredForm(runner, isWrittenByLibrary: metadata.hasLibraryHashes))
        }
    }

    /// True if the inverses that the classes declare are the inverses of the file: the file was made for just these
    /// classes, or no inverse could differ in it.
    private static func isInverseKnown(_ schemas: [Schema], _ metadata: StoreMetadata) -> Bool {
        let models = schemas.map { ModelOutline($0) }
        return models.allSatisfy { !$0.hasInferredInverses } || metadata.matches(models[0]) == true
    }

    /// The outline of a schema, with the names and the inverses that the file has.
    package func outline(_ schema: Schema) -> ModelOutline { outline(ModelOutline(schema)) }

    /// A model with the names and the inverses that the file has.
    func outline(_ own: ModelOutline) -> ModelOutline {
        var outline = own
        outline.form = form
        guard let model else { return outline }
        return naming(outline, model).followingInverses(of: model)
    }

    private func naming(_ own: ModelOutline, _ model: ModelOutline) -> ModelOutline {
        var outline = own
        let known = Set(outline.entities.map(\.name))
        for index in outline.entities.indices where !names.contains(outline.entities[index].name) {
            let name = outline.entities[index].name
            let entities = model.entities.filter { entity in
                // Swift's classes have their module before the name.
                entity.className?.split(separator: ".").last.map(String.init) == name && !known.contains(entity.name)
            }
            if entities.count == 1, let stored = entities.first?.name { outline.entities[index].storedName = stored }
        }
        return outline
    }

    /// A model whose entities come from entities that the file has under other names.
    package func renaming(_ own: ModelOutline) -> ModelOutline {
        var model = outline(own)
        model.form = nil
        for index in model.entities.indices {
            let stored = model.entities[index].storedName
            model.entities[index].storedName = own.entities[index].storedName
            if stored != model.entities[index].name { model.entities[index].originalName = stored }
        }
        return model
    }

    /// A model as the file has it: with the file's names for all that is named after an entity.
    package func stored(_ own: ModelOutline) -> ModelOutline {
        var model = outline(own)
        model.form = nil
        let names = Dictionary(model.entities.map { ($0.name, $0.storedName) }) { first, _ in first }
        guard names.contains(where: { $0.key != $0.value }) else { return model }
        for index in model.entities.indices {
            let entity = model.entities[index]
            model.entities[index].name = entity.storedName
            model.entities[index].superName = entity.superName.map { names[$0] ?? $0 }
            model.entities[index].properties = entity.properties.map { property in
                guard case .relationship(var relationship) = property else { return property }
                relationship.destination = names[relationship.destination] ?? relationship.destination
                return .relationship(relationship)
            }
        }
        return model
    }
}

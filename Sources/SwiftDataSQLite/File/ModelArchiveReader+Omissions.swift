import SwiftDataSQL

extension ModelArchiveReader {
    /// Returns the parts of the archived model that an outline does not have.
    func omissions(_ entities: [String: Int]) -> [ModelOmission] {
        var found: [ModelOmission] = []
        for (name, _) in archive.entries("NSFetchRequestTemplates", of: archive.root) {
            found.append(ModelOmission(.fetchRequest, name: name))
        }
        // SwiftData's own, in every store.
        for (name, _) in archive.entries("NSConfigurations", of: archive.root) where name != "default" {
            found.append(ModelOmission(.configuration, name: name))
        }
        found.sort { ($0.kind.rawValue, $0.name ?? "") < ($1.kind.rawValue, $1.name ?? "") }
        for name in entities.keys.sorted() {
            if let object = entities[name] { found += omissions(object, of: name) }
        }
        return found
    }

    private func omissions(_ entity: Int, of name: String) -> [ModelOmission] {
        var found: [ModelOmission] = []
        if !archive.entriesOfApp("NSUserInfo", of: entity).isEmpty {
            found.append(ModelOmission(.userInfo, entity: name))
        }
        if archive.string("NSVersionHashModifier", of: entity) != nil {
            found.append(ModelOmission(.hashModifier, entity: name))
        }
        for index in archive.elements("NSFetchIndexDescriptions", of: entity) {
            let elements = archive.elements("NSIndexElements", of: index)
            if elements.contains(where: { archive.string("NSPropertyName", of: $0) == nil }) {
                found.append(ModelOmission(.indexOfExpression, name: indexName(index), entity: name))
            }
            if archive.member("NSPartialIndexPredicate", of: index) != nil {
                found.append(ModelOmission(.partialIndex, name: indexName(index), entity: name))
            }
            if elements.contains(where: { archive.boolean("NSAscending", of: $0) == false }) {
                found.append(ModelOmission(.descendingIndex, name: indexName(index), entity: name))
            }
        }
        let inherited = inheritedNames(of: entity)
        for (property, object) in archive.entries("NSProperties", of: entity).sorted(by: { $0.key < $1.key })
        where !inherited.contains(property) {
            found += omissions(property: object, property, of: name)
        }
        return found
    }

    private func omissions(property object: Int, _ name: String, of entity: String) -> [ModelOmission] {
        func omission(_ kind: ModelOmission.Kind) -> ModelOmission {
            ModelOmission(kind, entity: entity, property: name)
        }
        if archive.className(object) == "NSFetchedPropertyDescription" { return [omission(.fetchedProperty)] }
        if isTransientRelationship(object) { return [omission(.transientRelationship)] }
        var found: [ModelOmission] = []
        if archive.className(object) == "NSDerivedAttributeDescription" { found.append(omission(.derivation)) }
        if archive.integer("NSAttributeType", of: object) == 0 { found.append(omission(.undefinedType)) }
        if archive.integer("NSAttributeType", of: object) == ArchivedAttribute.Kind.transformable.rawValue,
            archive.member("NSDefaultValue", of: object) != nil
        {
            found.append(omission(.defaultValue))
        }
        let info = archive.entriesOfApp("NSUserInfo", of: object)
        // SwiftData's notes of an enum are in the outline.
        if !info.isEmpty, !info.contains(where: { $0.key == "EnumType" }) { found.append(omission(.userInfo)) }
        if !archive.elements("NSValidationPredicates", of: object).isEmpty { found.append(omission(.validation)) }
        return found
    }

    private func indexName(_ index: Int) -> String? { archive.string("NSIndexName", of: index) }

    /// The names of the inherited properties, which an entity repeats in stores.
    func inheritedNames(of entity: Int) -> Set<String> {
        guard let parent = archive.member("NSSuperentity", of: entity) else { return [] }
        return Set(archive.entries("NSProperties", of: parent).map(\.key))
    }

    /// The indices of a model of before 2017; a later one repeats its fetch indices in this form.
    func olderIndices(_ entity: Int, beside indices: [IndexOutline]) -> [[String]] {
        guard archive.elements("NSFetchIndexDescriptions", of: entity).isEmpty, indices.isEmpty else { return [] }
        let inherited = inheritedNames(of: entity)
        let single = archive.entries("NSProperties", of: entity).sorted { $0.key < $1.key }
            .filter { !inherited.contains($0.key) && archive.boolean("NSIsIndexed", of: $0.value) == true }
            .map { [$0.key] }
        let compound = archive.elements("NSCompoundIndexes", of: entity).map { constraint($0) }
        return single + compound.filter { !$0.isEmpty }
    }
}

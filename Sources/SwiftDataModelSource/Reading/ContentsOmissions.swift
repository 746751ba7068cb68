import SwiftDataSQL

/// The parts of a model's XML that an outline does not have, in the order that the reader of archives has too.
enum ContentsOmissions {
    static func all(in root: ModelElement) -> [ModelOmission] {
        var found = root.children(named: "fetchRequest").map { ModelOmission(.fetchRequest, name: $0["name"]) }
        found += root.children(named: "configuration").filter { $0["name"] != "Default" }
            .map { ModelOmission(.configuration, name: $0["name"]) }
        found.sort { ($0.kind.rawValue, $0.name ?? "") < ($1.kind.rawValue, $1.name ?? "") }
        for entity in root.children(named: "entity").sorted(by: { ($0["name"] ?? "") < ($1["name"] ?? "") }) {
            found += omissions(of: entity)
        }
        return found
    }

    private static func omissions(of entity: ModelElement) -> [ModelOmission] {
        let name = entity["name"]
        var found: [ModelOmission] = []
        if hasUserInfo(entity) { found.append(ModelOmission(.userInfo, entity: name)) }
        if entity["versionHashModifier"] != nil { found.append(ModelOmission(.hashModifier, entity: name)) }
        for index in entity.children(named: "fetchIndex") {
            let elements = index.children(named: "fetchIndexElement")
            if elements.contains(where: { $0["property"] == nil }) {
                found.append(ModelOmission(.indexOfExpression, name: index["name"], entity: name))
            }
            if index["partialIndexPredicate"] != nil {
                found.append(ModelOmission(.partialIndex, name: index["name"], entity: name))
            }
            if elements.contains(where: { $0["order"] == "descending" }) {
                found.append(ModelOmission(.descendingIndex, name: index["name"], entity: name))
            }
        }
        let properties = entity.children.filter {
            ["attribute", "relationship", "fetchedProperty"].contains($0.name)
        }
        for property in properties.sorted(by: { ($0["name"] ?? "") < ($1["name"] ?? "") }) {
            found += kinds(of: property).map { ModelOmission($0, entity: name, property: property["name"]) }
        }
        return found
    }

    private static let validations = [
        "minValueString", "maxValueString", "regularExpressionString", "minDateTimeInterval", "maxDateTimeInterval",
    ]

    private static func kinds(of property: ModelElement) -> [ModelOmission.Kind] {
        if property.name == "fetchedProperty" { return [.fetchedProperty] }
        if property.name == "relationship", property.flag("transient") { return [.transientRelationship] }
        var kinds: [ModelOmission.Kind] = []
        if property.flag("derived") { kinds.append(.derivation) }
        if property["attributeType"] == "Undefined" { kinds.append(.undefinedType) }
        if hasUserInfo(property) { kinds.append(.userInfo) }
        if validations.contains(where: { property[$0] != nil }) { kinds.append(.validation) }
        return kinds
    }

    private static func hasUserInfo(_ element: ModelElement) -> Bool {
        element.children(named: "userInfo").contains { !$0.children(named: "entry").isEmpty }
    }
}

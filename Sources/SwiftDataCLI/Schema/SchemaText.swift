import SwiftDataCore
import SwiftDataSQL

/// A model as text for people.
struct SchemaText {
    private let words: SchemaWords

    init(_ model: ModelOutline) {
        words = SchemaWords(model)
    }

    var lines: [String] {
        var lines: [String] = []
        let version = words.model.versionIdentifier
        if !version.isEmpty { lines += ["Version \(version)", ""] }
        for (index, entity) in words.sortedEntities.enumerated() {
            if index > 0 { lines.append("") }
            lines += self.lines(of: entity)
        }
        return lines
    }

    private func lines(of entity: EntityOutline) -> [String] {
        var title = entity.name
        if let parent = entity.superName { title += ": \(parent)" }
        var remarks: [String] = []
        if entity.isAbstract { remarks.append("abstract") }
        if entity.originalName != entity.name { remarks.append("was \(entity.originalName)") }
        if let className = entity.className, className != entity.name { remarks.append("class \(className)") }
        if !remarks.isEmpty { title += " (\(remarks.joined(separator: ", ")))" }
        var table = TextTable(.text("property"), .text("type"), .text("remarks"))
        for attribute in words.ownAttributes(of: entity) { add(attribute, to: &table, depth: 0) }
        for relationship in words.ownRelationships(of: entity) { add(relationship, isTransient: false, to: &table) }
        for relationship in entity.transientRelationships { add(relationship, isTransient: true, to: &table) }
        var lines = [title]
        if !table.isEmpty { lines += table.lines.map { "  " + $0 } }
        for constraint in entity.uniquenessConstraints {
            lines.append("  unique: \(constraint.joined(separator: ", "))")
        }
        for index in entity.indices { lines.append("  index \(index.name): \(index.paths.joined(separator: ", "))") }
        for index in entity.olderIndices { lines.append("  index: \(index.joined(separator: ", "))") }
        return lines
    }

    private func add(_ attribute: AttributeOutline, to table: inout TextTable, depth: Int) {
        let indent = String(repeating: "  ", count: depth)
        var remarks = SchemaWords.options(attribute)
        if attribute.defaultValue != nil { remarks.append("has a default") }
        table.add(indent + attribute.name, SchemaWords.type(attribute), remarks.joined(separator: ", "))
        for element in attribute.elements { add(element, to: &table, depth: depth + 1) }
    }

    private func add(_ relationship: RelationshipOutline, isTransient: Bool, to table: inout TextTable) {
        var remarks = isTransient ? ["transient, without a place in the file"] : []
        remarks += ["\(SchemaWords.deleteRule(relationship.deleteRule)) on delete"]
        remarks.append(relationship.inverseName.map { "inverse \($0)" } ?? "no inverse")
        if relationship.isOrdered { remarks.append("ordered") }
        if relationship.originalName != relationship.name { remarks.append("was \(relationship.originalName)") }
        let type = "\(relationship.destination) \(SchemaWords.cardinality(relationship))"
        table.add(relationship.name, type, remarks.joined(separator: ", "))
    }
}

#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension MappingBuilder {
    mutating func findAttributes(of name: String) {
        guard let part = mapped[name] else { return }
        for (slot, property) in part.outline.properties.enumerated() {
            guard case .attribute(let attribute) = property, part.entity.properties.indices.contains(slot) else {
                continue
            }
            find(
                attribute,
                part.entity.properties[slot],
                part,
                names: Self.names(attribute.name, attribute.originalName),
                property: attribute.name
            )
        }
    }

    private mutating func find(
        _ attribute: AttributeOutline,
        _ columns: PropertyColumns,
        _ part: Mapped,
        names: [String],
        property: String
    ) {
        switch columns {
        case .value(let column): find(attribute, column, part, names, property)
        case .composite(let elements, _):
            for (element, columns) in zip(attribute.elements, elements) {
                let own = Self.names(element.name, element.originalName)
                // `place_town` goes before `town`, which may be the column of another property.
                let prefixed = names.flatMap { prefix in own.map { prefix + "_" + $0 } }
                find(
                    element,
                    columns,
                    part,
                    names: prefixed + own,
                    property: "\(property).\(element.name)"
                )
            }
        case .toOne, .toManyByKey, .toManyByJoin, .none: break
        }
    }

    private mutating func find(
        _ attribute: AttributeOutline,
        _ column: Column,
        _ part: Mapped,
        _ names: [String],
        _ property: String
    ) {
        guard let found = names.compactMap({ part.found[$0] }).first else {
            return note(
                part.entity,
                property,
                "there is no column \(names.joined(separator: ", "))",
                "Name the column by @Attribute(originalName:), or mark the property @Transient"
            )
        }
        guard found.isReadable else {
            return note(
                part.entity,
                property,
                column: found.name,
                "the role may not read the column",
                "Grant SELECT on it"
            )
        }
        guard let form = PostgresForm(column.kind, .timestamp),
            let sql = found.type.expression(Self.column(found.name), as: form, attribute.array)
        else {
            let remedy = found.type.swiftType.map { "Declare the property as \($0)" }
            return note(
                part.entity,
                property,
                column: found.name,
                "the column has the type \(found.type.text), which the property cannot read without loss",
                remedy ?? "Mark the property @Transient"
            )
        }
        if found.isRequired || column.isOptional {
            mapped[part.entity.entityName]?.expressions[column.name] = sql
        } else {
            note(
                part.entity,
                property,
                column: found.name,
                "the column may be NULL, and the property is not optional",
                "Make the property optional, or the column NOT NULL"
            )
        }
    }
}
#endif

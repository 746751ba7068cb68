#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension MappingBuilder {
    /// The names of the foreign key of a relationship. An original name is that of the column itself.
    private static func keyNames(_ name: String, _ originalName: String) -> [String] {
        let own = PostgresNames.snakeCase(name)
        let original = originalName.isEmpty || originalName == name ? [] : names(originalName, "")
        var all: [String] = []
        for name in original + [own + "_id", own + "_pk", name, own] where !all.contains(name) { all.append(name) }
        return all
    }

    mutating func findToOne(of name: String) {
        guard let part = mapped[name] else { return }
        for (slot, property) in part.outline.properties.enumerated() {
            guard case .relationship(let outline) = property, part.entity.properties.indices.contains(slot),
                case .toOne(let column, _, let destinationName) = part.entity.properties[slot],
                let destination = mapped[destinationName]
            else { continue }
            let names = Self.keyNames(outline.name, outline.originalName)
            if let found = names.compactMap({ part.found[$0] }).first {
                if let problem = problem(found, in: part.found, to: destination, isOptional: outline.isOptional) {
                    note(part.entity, outline.name, column: found.name, problem.reason, problem.remedy)
                } else {
                    mapped[name]?.expressions[column] = Self.column(found.name)
                }
            } else if let sql = otherSide(outline, of: part, destination) {
                mapped[name]?.expressions[column] = sql
            } else {
                note(
                    part.entity,
                    outline.name,
                    "there is no column \(names.joined(separator: ", "))",
                    "Name the foreign key by @Relationship(originalName:)"
                )
            }
        }
    }

    /// The key of the row that leads here, where the foreign key of a one-to-one relationship is in the other table.
    private func otherSide(_ outline: RelationshipOutline, of part: Mapped, _ destination: Mapped) -> String? {
        let inverses = destination.outline.properties.compactMap { property -> RelationshipOutline? in
            guard case .relationship(let other) = property, other.name == outline.inverseName, other.isToOne else {
                return nil
            }
            return other
        }
        guard outline.isOptional, let inverse = inverses.first,
            let column = Self.keyNames(inverse.name, inverse.originalName)
                .compactMap({ destination.found[$0] }).first,
            destination.found.unique.contains([column.name]),
            problem(column, in: destination.found, to: part, isOptional: true) == nil
        else { return nil }
        return "(SELECT o.\(destination.key.enclosed(in: "\"")) FROM \(source(destination.found.name)) o "
            + "WHERE o.\(column.name.enclosed(in: "\"")) = \(Self.column(part.key)))"
    }

    /// The reason why a column cannot be the foreign key that leads to the rows of an entity; nil where it can.
    private func problem(
        _ column: FoundTables.Column,
        in table: FoundTables.Table,
        to destination: Mapped,
        isOptional: Bool
    ) -> (reason: String, remedy: String)? {
        guard column.isReadable else { return ("the role may not read the column", "Grant SELECT on it") }
        guard column.type.width != nil else {
            return (
                "the foreign key has the type \(column.type.text)",
                "A relationship needs a foreign key with whole numbers"
            )
        }
        let wanted = FoundTables.Destination(
            namespace: found.namespace,
            table: destination.found.name,
            column: destination.key
        )
        if let others = table.references[column.name], !others.contains(wanted) {
            let names = others.map { "\($0.table).\($0.column)" }.sorted().joined(separator: ", ")
            return (
                "the foreign key leads to \(names), and not to \(wanted.table).\(wanted.column)",
                "Name the foreign key by @Relationship(originalName:)"
            )
        }
        guard isOptional || column.isRequired else {
            return (
                "the foreign key may be NULL, and the relationship is not optional",
                "Make the relationship optional, or the column NOT NULL"
            )
        }
        return nil
    }

    /// Finds the foreign keys of to-many relationships without inverse, which are in the rows of the members.
    mutating func findToMany(of name: String) {
        guard let part = mapped[name] else { return }
        for key in part.entity.implicitKeys {
            guard let owner = mapped[key.sourceEntity] else { continue }
            let original = owner.outline.properties.compactMap { property -> String? in
                guard case .relationship(let outline) = property, outline.name == key.relationship else { return nil }
                return outline.originalName == outline.name ? "" : outline.originalName
            }
            let names = Self.keyNames(key.sourceEntity, original.first ?? "")
            guard let column = names.compactMap({ part.found[$0] }).first else {
                note(
                    owner.entity,
                    key.relationship,
                    table: part.found.name,
                    "there is no column \(names.joined(separator: ", "))",
                    "Name the foreign key of the members by @Relationship(originalName:)"
                )
                continue
            }
            if let problem = problem(column, in: part.found, to: owner, isOptional: true) {
                note(
                    owner.entity,
                    key.relationship,
                    table: part.found.name,
                    column: column.name,
                    problem.reason,
                    problem.remedy
                )
            } else {
                mapped[name]?.expressions[key.column] = Self.column(column.name)
            }
        }
    }
}
#endif

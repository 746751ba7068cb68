#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension MappingBuilder {
    /// Finds the table of a many-to-many relationship, and the column that leads to each side.
    mutating func findJoinTable(_ join: JoinTable) {
        guard let first = mapped[join.firstEntity], let second = mapped[join.secondEntity] else { return }
        let sides = relationships(join, first) + relationships(join, second)
        guard let named = sides.first else { return }
        var names: [String] = []
        let originals = sides.filter { $0.originalName != $0.name && !$0.originalName.isEmpty }.map(\.originalName)
        let ours = sides.map { side in
            PostgresNames.name(side.owner, side.name)
        }
        for name in originals.flatMap({ Self.names($0, "") }) + [join.name] + ours where !names.contains(name) {
            names.append(name)
        }
        guard let table = names.compactMap({ found[$0] }).first else {
            return note(
                first.entity,
                named.name,
                table: join.name,
                "there is no table \(names.joined(separator: ", ")) for the many-to-many relationship",
                "Name the table by @Relationship(originalName:)"
            )
        }
        guard let own = column(of: table, join.firstColumn, to: first, otherThan: nil),
            let other = column(of: table, join.secondColumn, to: second, otherThan: own)
        else {
            return note(
                first.entity,
                named.name,
                table: table.name,
                "no two columns, or more than one pair of them, lead to \(first.found.name) and to \(second.found.name)",
                "Make foreign keys, or name the columns \(join.firstColumn) and \(join.secondColumn) in a view"
            )
        }
        // A member that is there twice is one member.
        let distinct = table.unique.contains([own, other]) ? "" : "DISTINCT "
        let columns =
            ["\(Self.column(own)) AS \(join.firstColumn.enclosed(in: "\""))"]
            + ["\(Self.column(other)) AS \(join.secondColumn.enclosed(in: "\""))"]
            + tables.positions(of: join).map { "NULL::bigint AS \($0.enclosed(in: "\""))" }
        joins.append(
            TableMapping.Table(
                name: join.name.enclosed(in: "\""),
                query: "SELECT \(distinct)\(columns.joined(separator: ", ")) FROM \(source(table.name)) s"
            )
        )
    }

    /// A relationship whose members are in a join table.
    private struct Side {
        let owner: String
        let name: String
        let originalName: String
    }

    private func relationships(_ join: JoinTable, _ part: Mapped) -> [Side] {
        part.outline.properties.enumerated().compactMap { slot, property in
            guard case .relationship(let outline) = property, part.entity.properties.indices.contains(slot),
                case .toManyByJoin(_, join.name, _, _) = part.entity.properties[slot]
            else { return nil }
            return Side(
                owner: part.entity.entityName,
                name: outline.name,
                originalName: outline.originalName
            )
        }
    }

    /// The column that leads to an entity: the one with the library's name, the only one with such a foreign key, or one that is
    /// named after the entity or its table.
    private func column(
        of table: FoundTables.Table,
        _ ours: String,
        to part: Mapped,
        otherThan taken: String?
    ) -> String? {
        let keys = table.columns.filter { $0.type.width != nil && $0.isReadable && $0.name != taken }
        if keys.contains(where: { $0.name == ours }) { return ours }
        let leading = keys.filter { column in
            table.references[column.name]?.contains {
                $0.namespace == found.namespace && $0.table == part.found.name && $0.column == part.key
            } == true
        }
        if leading.count == 1, taken == nil || table.references.count == 2 { return leading[0].name }
        guard leading.isEmpty else { return nil }
        let names = [PostgresNames.snakeCase(part.entity.entityName), part.found.name].map { $0 + "_id" }
        return names.first { name in keys.contains { $0.name == name } && table.references[name] == nil }
    }
}
#endif

import SwiftDataCore
import SwiftDataSQL

/// One column of a row that is moved.
struct ColumnMove {
    let name: String
    /// The declared type.
    let type: String
    let content: ColumnContent
}

/// The move of the rows of one entity of the source to an entity of the target.
struct RowMove {
    let mapping: EntityMapping
    let source: EntityTable
    let target: EntityTable
    /// The offset that is added to their keys.
    let offset: Int64
    /// All but `Z_PK`, `Z_ENT` and `Z_OPT`; columns of the table that are not listed are NULL.
    let columns: [ColumnMove]

    /// The condition for the entity's rows in the table. In a table of one entity all rows are, whatever number they
    /// have.
    func condition(_ prefix: String = "") -> String? { source.isShared ? "\(prefix)Z_ENT = \(source.number)" : nil }
}

extension RowMove {
    /// Nil for an entity that was added.
    init?(_ entity: EntityMapping, _ mapping: ModelMapping, _ file: MigrationFile, _ offsets: KeyOffsets) {
        guard let name = entity.source?.name, let source = mapping.source[name],
            let target = mapping.target[entity.target.name]
        else { return nil }
        self.mapping = entity
        self.source = source
        self.target = target
        offset = offsets.offset(from: source.tableName, to: target.tableName)
        var columns: [ColumnMove] = []
        for property in entity.properties {
            guard case .attribute(_, let fills) = property else { continue }
            columns += fills.map { ColumnMove(name: $0.column.name, type: $0.column.sqlType, content: .value($0)) }
        }
        for link in mapping.links {
            columns += Self.keys(of: link, source, target, file, offsets)
        }
        self.columns = columns
    }

    /// The foreign key that a relationship has in the rows, with the columns beside it.
    private static func keys(
        of link: LinkMapping,
        _ source: EntityTable,
        _ target: EntityTable,
        _ file: MigrationFile,
        _ offsets: KeyOffsets
    ) -> [ColumnMove] {
        guard case .column(let table, let newColumn, let newEntityColumn, let holderIsLeft) = link.place,
            table == target.tableName, link.holderNumbers.contains(target.number)
        else { return [] }
        let group = link.groups.first { group in
            let holder = holderIsLeft ? group.left : group.right
            return group.goesWithRows && group.place.table == source.tableName
                && holder.numbers[source.number] == target.number
        }
        guard let group, case .column(_, let column, let entityColumn, _) = group.place else { return [] }
        let pointed = holderIsLeft ? group.right : group.left
        let key = ColumnContent.KeyContent(
            column: column,
            entityColumn: entityColumn,
            offset: offsets.offset(of: pointed),
            pointed: pointed
        )
        var moves = [ColumnMove(name: newColumn, type: "INTEGER", content: .key(key))]
        if let newEntityColumn {
            moves.append(ColumnMove(name: newEntityColumn, type: "INTEGER", content: .keyEntity(key)))
        }
        let order = MigrationFile.orderColumn(ofKey: column)
        if link.mayHaveOrder, file.has(order, in: source.tableName) {
            let name = MigrationFile.orderColumn(ofKey: newColumn)
            moves.append(ColumnMove(name: name, type: "INTEGER", content: .carried(order)))
        }
        return moves
    }
}

import SwiftDataCore
import SwiftDataSQL

/// The work on each table of a file.
struct MigrationPlan {
    let mapping: ModelMapping
    let file: MigrationFile
    let offsets: KeyOffsets
    /// One for each table of an entity in the target.
    let tables: [TableWork]
    let joins: [JoinWork]
    /// Links that are put into columns once all rows exist.
    let columnLinks: [LinkMapping]

    init(_ mapping: ModelMapping, _ file: MigrationFile) throws {
        self.mapping = mapping
        self.file = file
        let offsets = try KeyOffsets(mapping, file)
        self.offsets = offsets
        joins = mapping.links.compactMap { JoinWork($0, mapping, file, offsets) }
        columnLinks = mapping.links.filter { link in
            if case .column = link.place { link.groups.contains { !$0.goesWithRows } } else { false }
        }
        let moves = mapping.entities.compactMap { RowMove($0, mapping, file, offsets) }
        var intact = Set(moves.flatMap { $0.columns.compactMap(\.content.lookupTable) })
        for link in columnLinks {
            for group in link.groups where !group.goesWithRows {
                intact.formUnion(LinkPairs(group: group, file: file, offsets: offsets) { $0 }.tables)
            }
        }
        for join in joins {
            guard case .rebuild = join.mode else { continue }
            for group in join.groups {
                intact.formUnion(LinkPairs(group: group, file: file, offsets: offsets) { $0 }.tables)
            }
        }
        tables = mapping.target.tables.filter { $0.superNumber == 0 }.map { root in
            TableWork(
                table: root.tableName,
                rootEntity: root.entityName,
                moves: moves.filter { $0.target.tableName == root.tableName },
                mapping,
                file,
                intact: intact
            )
        }
    }

    /// The tables of the source that stay unchanged, or become tables of the target.
    var alteredTables: Set<String> {
        var names: Set<String> = []
        for work in tables {
            if case .alter(let alteration) = work.mode { names.insert(alteration.source) }
        }
        for work in joins {
            if case .alter(let source, _) = work.mode { names.insert(source) }
        }
        return names
    }

    /// All tables of the source's model.
    var sourceTables: [String] {
        var names: [String] = []
        for table in mapping.source.tables where !names.contains(table.tableName) { names.append(table.tableName) }
        return names + mapping.source.joinTables.map(\.name)
    }

    func pairs(_ group: LinkGroup, table: @escaping (String) -> String) -> LinkPairs {
        LinkPairs(group: group, file: file, offsets: offsets, table: table)
    }

    /// True if rows get other numbers or keys, or are removed.
    var changesIdentities: Bool {
        mapping.numbers.contains { $0.key != $0.value } || !mapping.removedEntities.isEmpty
            || tables.contains { work in work.moves.contains { $0.offset != 0 } }
    }
}

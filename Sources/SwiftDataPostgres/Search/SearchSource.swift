#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The rows that a search looks into: the rows of an entity, in the table of its root. The index has all rows of the
/// table.
struct SearchSource {
    let entity: PostgresEntity
    /// The entity that has the table.
    let root: PostgresEntity
    /// The columns of the marked texts of all entities in the table.
    let columns: [String]
    /// The columns that are searched.
    let searchedColumns: [String]
    let phrases: [SearchQuery.Phrase]
    /// The names of the columns that every table has.
    private let names: RowColumns
    /// The model of the store. An index for another one is made again.
    let shape: String

    /// Nil where a searched text has no column of its own.
    init?(_ request: SearchRequest, in model: PostgresModel) {
        guard let entity = model[request.entityName], let root = model[number: entity.table.rootNumber] else {
            return nil
        }
        self.entity = entity
        self.root = root
        phrases = request.phrases
        names = model.layout.names.rowColumns
        var columns: [String] = []
        let family = model.family(of: root)
        for member in family {
            for slot in member.slots.indices where member.layout.properties[slot].isSearchable {
                guard let name = Self.column(slot, of: member), !columns.contains(name) else { continue }
                columns.append(name)
            }
        }
        self.columns = columns
        searchedColumns = request.slots.compactMap { Self.column($0, of: entity) }
        guard searchedColumns.count == request.slots.count, searchedColumns.allSatisfy(columns.contains) else {
            return nil
        }
        shape =
            (["\(SearchSchema.version)", "\(model.generation)"] + columns + family.map { "\($0.number) \($0.name)" })
            .joined(separator: "\n")
    }

    private static func column(_ slot: Int, of entity: PostgresEntity) -> String? {
        guard entity.slots.indices.contains(slot), case .value(let column) = entity.slots[slot], column.form == .string
        else { return nil }
        return column.name
    }

    // MARK: SQL

    var table: String { root.quotedTable }
    var number: Int64 { root.number }
    /// The key of a row under the alias `t`.
    var key: String { "t." + names.key.enclosed(in: "\"") }
    /// The entity of a row under the alias `t`.
    var entityColumn: String { "t." + names.entity.enclosed(in: "\"") }
    private var version: String { "t." + names.lock.enclosed(in: "\"") }

    func texts(_ columns: [String]) -> String { columns.map { "t.\($0.enclosed(in: "\""))" }.joined(separator: ", ") }

    /// The columns of a row for the index: its key, version and transaction, the number of words that the index has for it, and
    /// the texts.
    var indexedColumns: String { "\(key), \(version), t.xmin::text, i.word_count, \(texts(columns))" }

    /// The keys of the rows that the history lists after a position, which is a parameter.
    func changedKeys(after position: String) -> String {
        return "(SELECT DISTINCT h.row_key FROM \(HistorySchema.changes) h WHERE h.transaction > \(position) "
            + "AND h.entity IN (\(root.table.familyList)))"
    }

    /// The join of rows `t` with their rows in the index, `i`.
    var joinedIndex: String {
        "LEFT JOIN \(SearchSchema.words) i ON i.root = \(number) AND i.row_key = \(key)"
    }

    /// The condition that the index has no such row, or has it as it was before. The transaction that wrote a row
    /// distinguishes versions where a program in SQL does not count them.
    var isStaleOrMissing: String {
        "(i.row_key IS NULL OR i.row_version <> \(version) OR i.row_xmin <> t.xmin)"
    }
}
#endif

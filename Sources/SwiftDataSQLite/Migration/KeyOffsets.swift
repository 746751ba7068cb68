import SwiftDataCore
import SwiftDataSQL

/// The offsets that are added to the keys of rows whose table is united with other tables: so the keys of each table
/// stay distinct.
struct KeyOffsets {
    private struct TableMove: Hashable {
        let source: String
        let target: String
    }

    private var offsets: [TableMove: Int64] = [:]
    /// The tables of the source that rows of a table of the target come from; the first keeps its keys.
    private(set) var sources: [String: [String]] = [:]
    /// The highest key of a table of the target, as far as the source handed them out.
    private(set) var maxima: [String: Int64] = [:]

    init(_ mapping: ModelMapping, _ file: MigrationFile) throws {
        for entity in mapping.entities {
            guard let name = entity.source?.name, let old = mapping.source[name],
                let new = mapping.target[entity.target.name]
            else { continue }
            var tables = sources[new.tableName] ?? []
            if !tables.contains(old.tableName) { tables.append(old.tableName) }
            sources[new.tableName] = tables
        }
        for (target, tables) in sources {
            let sorted = tables.sorted { (file.maxima[$1] ?? 0, $0) < (file.maxima[$0] ?? 0, $1) }
            sources[target] = sorted
            var next: Int64 = 0
            for table in sorted {
                offsets[TableMove(source: table, target: target)] = next
                let (sum, overflow) = next.addingReportingOverflow(file.maxima[table] ?? 0)
                guard !overflow else {
                    throw StoreError(.migration, "The tables that are merged into \(target) have no primary keys left.")
                }
                next = sum
            }
            maxima[target] = next
        }
    }

    /// 0 where rows keep their keys.
    func offset(from source: String, to target: String) -> Int64 {
        offsets[TableMove(source: source, target: target)] ?? 0
    }

    func offset(of side: LinkSide) -> Int64 { offset(from: side.table, to: side.targetTable) }
}

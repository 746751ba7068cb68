import Foundation
import GRDB
package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// The rows that have all phrases, the best first; nil where there is no index.
    ///
    /// The index first indexes the transactions of the history since its last use. So it has the saves and batch
    /// changes of this process and of other processes, and a save costs nothing for it.
    package func search(_ request: SearchRequest, limit: Int, offset: Int) throws -> [SearchMatch]? {
        try connection.checkProcess()
        guard let table = model.layout[request.entityName], let root = model[number: table.rootNumber] else {
            throw SwiftDataError.notInSchema(request.entityName)
        }
        let source = SearchSource(store: self, root: root)
        guard let places = source.places(of: request.slots, in: table) else { return nil }
        return try connection.read { runner in
            try searchFile.use { database in
                let index = source.index(database)
                try source.bringUpToDate(index, runner)
                return try index.matches(
                    request.phrases,
                    in: places,
                    entities: table.familyNumbers,
                    limit: limit,
                    offset: offset
                ).compactMap { match in
                    model[number: match.entity].map {
                        SearchMatch(identifier: $0.identifier(match.key), score: match.score)
                    }
                }
            }
        }
    }

    /// The keys of the rows that a search finds in the snapshot that the runner reads, some of which may be of other
    /// entities in the same table; nil where there is no index, and where there are more than a number.
    func keys(_ request: SearchRequest, limit: Int, _ runner: SQLRunner) throws -> [Int64]? {
        guard let table = model.layout[request.entityName], let root = model[number: table.rootNumber] else {
            return nil
        }
        let source = SearchSource(store: self, root: root)
        guard let places = source.places(of: request.slots, in: table) else { return nil }
        let keys = try searchFile.use { database in
            let index = source.index(database)
            try source.bringUpToDate(index, runner)
            return try index.keys(request.phrases, in: places, limit: limit)
        }
        return keys ?? nil
    }
}

/// The rows of a store that an index is made of.
private struct SearchSource {
    let store: DefaultStore
    /// The entity whose table has the rows.
    let root: StoreEntity
    /// The columns of the attributes that are marked, of all entities in the table.
    let columns: [String]

    init(store: DefaultStore, root: StoreEntity) {
        self.store = store
        self.root = root
        var columns: [String] = []
        for number in root.table.familyNumbers {
            guard let entity = store.model[number: number] else { continue }
            for (property, stored) in zip(entity.layout.properties, entity.table.properties) {
                guard property.isSearchable, case .value(let column) = stored, !columns.contains(column.name) else {
                    continue
                }
                columns.append(column.name)
            }
        }
        self.columns = columns
    }

    func index(_ database: Database) -> SearchIndex {
        let entities = root.table.familyNumbers.map { "\($0) \(store.model[number: $0]?.name ?? "")" }
        return SearchIndex(
            database: database,
            table: root.table.tableName,
            columns: columns,
            // A migration may renumber entities, and move values from one column to another.
            shape: (columns + entities + [store.file.served.mark.text]).joined(separator: "\n")
        )
    }

    /// The places of attributes among the columns; nil where one of them has no column.
    func places(of slots: [Int], in table: EntityTable) -> [Int]? {
        let places = slots.compactMap { slot -> Int? in
            guard case .value(let column) = table.properties[slot] else { return nil }
            return columns.firstIndex(of: column.name)
        }
        return places.count == slots.count ? places : nil
    }

    /// Indexes the rows that were inserted, updated and deleted since.
    /// - Parameter runner: Reads one state of the store.
    /// - Throws: ``SearchIndexFailure``, and ``StoreError`` where the store cannot be read.
    func bringUpToDate(_ index: SearchIndex, _ runner: SQLRunner) throws {
        try store.connection.mappingErrors {
            let current = try state(runner)
            let known = try index.state()
            if let known, known == current, current.transaction > 0 { return }
            switch try known.map({ try past($0, current, runner) }) ?? .another {
            case .recorded(let after): try ingest(changed(after: after, runner), index, runner)
            case .forgotten: try compare(index, runner)
            case .another:
                try index.make()
                try ingestAll(index, runner)
            }
            try index.set(current)
        }
    }

    /// The state of the store in the snapshot that the runner reads.
    private func state(_ runner: SQLRunner) throws -> SearchIndex.State {
        guard try store.file.history.exists(runner) else {
            return SearchIndex.State(store: store.identifier, transaction: 0, time: nil)
        }
        let last = try runner.lastTransaction()
        return SearchIndex.State(store: store.identifier, transaction: last, time: try time(of: last, runner))
    }

    /// The time of a transaction; nil for one that is not in the history.
    private func time(of transaction: Int64, _ runner: SQLRunner) throws -> Double? {
        var time: Double?
        try runner.query("SELECT ZTIMESTAMP FROM ATRANSACTION WHERE Z_PK = ?") {
            $0.integer(transaction)
        } row: {
            time = $0.real(0)
        }
        return time
    }

    /// The relation of the state of an index to the store.
    private enum Past {
        /// The history has everything since a transaction.
        case recorded(after: Int64)
        /// The history does not have everything.
        case forgotten
        /// The state is that of another file, such as one that a backup has replaced.
        case another
    }

    private func past(_ known: SearchIndex.State, _ current: SearchIndex.State, _ runner: SQLRunner) throws -> Past {
        guard known.store == current.store, current.transaction >= known.transaction else { return .another }
        guard known.transaction > 0, let time = try time(of: known.transaction, runner), let knownTime = known.time
        else { return .forgotten }
        guard time == knownTime else { return .another }
        // A predicate may have deleted any of those between. Their numbers have no gaps.
        let count = try runner.integer("SELECT COUNT(*) FROM ATRANSACTION WHERE Z_PK > ?") {
            $0.integer(known.transaction)
        }
        return count == current.transaction - known.transaction ? .recorded(after: known.transaction) : .forgotten
    }

    /// The keys of the rows that transactions after a number have changed.
    private func changed(after number: Int64, _ runner: SQLRunner) throws -> [Int64] {
        var keys: Set<Int64> = []
        try runner.query(
            "SELECT DISTINCT ZENTITYPK FROM ACHANGE WHERE ZTRANSACTIONID > ? AND ZENTITY IN (\(root.table.familyList))"
        ) {
            $0.integer(number)
        } row: {
            keys.insert($0.integer(0))
        }
        return keys.sorted()
    }

    private func ingest(_ keys: [Int64], _ index: SearchIndex, _ runner: SQLRunner) throws {
        for start in stride(from: 0, to: keys.count, by: KeyList.chunkSize) {
            let part = keys[start..<min(start + KeyList.chunkSize, keys.count)]
            var left = Set(part)
            let list = part.map(String.init).joined(separator: ", ")
            try each("Z_PK IN (\(list))", runner) { key, lock, entity, texts in
                left.remove(key)
                try index.put(key, lock: lock, entity: entity, texts: texts)
            }
            for key in left { try index.remove(key) }
        }
    }

    /// Compares the counters of all rows, where no history has the changes.
    private func compare(_ index: SearchIndex, _ runner: SQLRunner) throws {
        var known = try index.locks()
        var changed: [Int64] = []
        try runner.query("SELECT Z_PK, Z_OPT FROM \(root.quotedTable)") { row in
            if known.removeValue(forKey: row.integer(0)) != row.integer(1) { changed.append(row.integer(0)) }
        }
        for key in known.keys { try index.remove(key) }
        try ingest(changed, index, runner)
    }

    private func ingestAll(_ index: SearchIndex, _ runner: SQLRunner) throws {
        try each("1", runner) { try index.put($0, lock: $1, entity: $2, texts: $3, isNew: true) }
    }

    private func each(
        _ condition: String,
        _ runner: SQLRunner,
        _ body: (_ key: Int64, _ lock: Int64, _ entity: Int64, _ texts: [String?]) throws -> Void
    ) throws {
        let list = (["Z_PK", "Z_OPT", "Z_ENT"] + columns.map { SQLIdentifier.quoted($0) }).joined(separator: ", ")
        try runner.query("SELECT \(list) FROM \(root.quotedTable) WHERE \(condition)") { row in
            let texts = columns.indices.map { place -> String? in
                // A damaged value is not found. A fetch of its row reports it.
                if case .text = row.storageClass(place + 3) { row.text(place + 3) } else { nil }
            }
            try body(row.integer(0), row.integer(1), row.integer(2), texts)
        }
    }
}

package import Foundation

/// The changes of a transaction, as evidence for which to-many relationships of its rows have changed. A change of such
/// a relationship is never alone, since its members are rows that were inserted, deleted or updated with it.
package struct TransactionEvidence: Sendable {
    private enum Trace: Hashable {
        /// A row of an entity, by its number, was inserted or deleted.
        case row(Int64)
        /// A foreign key in a row of an entity has changed.
        case key(Int64, column: String)
        /// A change of to-many relationships of a row of an entity.
        case toMany(Int64)
        /// An unknown property of a row of an entity has changed.
        case unknown(Int64)
    }

    private var counts: [Trace: Int] = [:]

    package init() {}

    /// Adds rows with equal changes.
    /// - Parameter bitmap: The bitmap of an update; nil for rows that were inserted or deleted.
    package mutating func add(_ table: EntityTable, _ bitmap: Data?, rows: Int) {
        guard let bitmap else {
            counts[.row(table.number), default: 0] += rows
            return
        }
        for trace in Self.traces(table, bitmap) { counts[trace, default: 0] += rows }
    }

    /// The changes that follow from a bitmap together with the other changes of its transaction.
    package func marks(_ table: EntityTable, _ bitmap: Data, _ layout: StoreLayout) -> HistoryMarks {
        var marks = table.historyBits.marks(in: bitmap)
        guard marks.hasUnidentifiedToMany else { return marks }
        // A row is no evidence for its own changes.
        let own = Self.traces(table, bitmap)
        func happened(_ trace: Trace) -> Bool { (counts[trace] ?? 0) > (own.contains(trace) ? 1 : 0) }
        let candidates = table.historyBits.toManySlots.filter { slot in
            switch table.properties[slot] {
            case .toManyByKey(let destination, let column, _):
                numbers(of: destination, layout).contains {
                    happened(.row($0)) || happened(.key($0, column: column)) || happened(.unknown($0))
                }
            case .toManyByJoin(let destination, _, _, _):
                numbers(of: destination, layout).contains {
                    happened(.row($0)) || happened(.toMany($0)) || happened(.unknown($0))
                }
            case .value, .composite, .toOne, .none: false
            }
        }
        marks.narrow(among: candidates)
        return marks
    }

    private func numbers(of entity: String, _ layout: StoreLayout) -> [Int64] { layout[entity]?.familyNumbers ?? [] }

    private static func traces(_ table: EntityTable, _ bitmap: Data) -> Set<Trace> {
        let marks = table.historyBits.marks(in: bitmap)
        var traces: Set<Trace> = []
        for slot in marks.slots where table.properties.indices.contains(slot) {
            switch table.properties[slot] {
            case .toOne(let column, _, _): traces.insert(.key(table.number, column: column))
            case .toManyByKey, .toManyByJoin: traces.insert(.toMany(table.number))
            case .value, .composite, .none: break
            }
        }
        for column in marks.columns { traces.insert(.key(table.number, column: column)) }
        if marks.hasUnidentifiedToMany { traces.insert(.toMany(table.number)) }
        if marks.hasUnknown { traces.insert(.unknown(table.number)) }
        return traces
    }
}

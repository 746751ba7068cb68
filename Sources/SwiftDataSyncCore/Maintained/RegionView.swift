/// The view of a region: of some records, with the rows that they refer to as constants.
///
/// It follows the rounds of ``GraphView`` and notes the moments at which the facts of a record change.
struct RegionView {
    /// The facts of the region's records that have arrived.
    private(set) var facts: [RecordID: RecordFacts] = [:]
    /// The rows after the last round.
    let table: RowTable
    /// The records whose rows did not live by themselves in some round.
    let dependent: Set<RecordID>
    /// The unique values that rows have had in any round.
    private(set) var keys: [RecordID: Set<UniqueKey>] = [:]

    init(
        _ states: [RecordID: RecordState],
        outside: [RecordID: RowTable.OutsideRow],
        keptFromOutside: Set<RecordID>,
        _ rules: SyncRules
    ) {
        var classes = RowClasses(states)
        var (joins, round): ([RecordID: Set<RecordID>], UInt64) = ([:], 0)
        var (recorder, keys) = (MomentRecorder(), [RecordID: Set<UniqueKey>]())
        while true {
            let table = RowTable(&classes, states, rules, outside: outside)
            let living = LivingRows(table, keptFromOutside: keptFromOutside)
            let waiting = GraphView.waiting(table, living.rows)
            recorder.note(round, table, living, waiting, states.keys)
            let search = JoinSearch(table, living.rows.subtracting(waiting), isRecorded: true)
            for (row, held) in search.heldKeys { keys[row, default: []].formUnion(held.map { UniqueKey($0) }) }
            if search.joins.isEmpty {
                (self.table, dependent, self.keys) = (table, recorder.dependent, keys)
                break
            }
            recorder.note(round, search.steps)
            for (into, row) in search.joins {
                classes.unite(into, row)
                joins[row, default: []].insert(into)
            }
            round += 1
        }
        for (id, moments) in recorder.moments {
            guard let last = moments.last else { continue }
            facts[id] = RecordFacts(
                last: last,
                earlier: moments.dropLast(),
                keys: keys[id]?.sorted() ?? [],
                joins: joins[id]?.sorted() ?? []
            )
        }
    }
}

/// The moments at which the facts of records change while a view is computed.
struct MomentRecorder {
    private(set) var moments: [RecordID: [RecordFacts.Moment]] = [:]
    /// The records whose rows did not live by themselves in some round.
    private(set) var dependent: Set<RecordID> = []

    /// Notes the facts at the beginning of a round.
    mutating func note(
        _ round: UInt64,
        _ table: RowTable,
        _ living: LivingRows,
        _ waiting: Set<RecordID>,
        _ ids: some Collection<RecordID>
    ) {
        for id in ids {
            guard let row = table.rowOf[id] else { continue }
            let isIndependent = living.independent.contains(row)
            if !isIndependent { dependent.insert(id) }
            let records = table.allRecords(of: row)
            append(
                RecordFacts.Moment(
                    round: round,
                    step: 0,
                    row: row,
                    standing: isIndependent ? .independent : living.rows.contains(row) ? .kept : .dead,
                    isWaiting: waiting.contains(row),
                    records: records.count > 1 ? records : []
                ),
                to: id
            )
        }
    }

    /// Notes the joins of a round.
    mutating func note(_ round: UInt64, _ steps: [[RecordID: [RecordID]]]) {
        for (step, rows) in steps.enumerated() {
            for (row, records) in rows {
                for id in records {
                    guard let last = moments[id]?.last else { continue }
                    append(
                        RecordFacts.Moment(
                            round: round,
                            step: UInt64(step) + 1,
                            row: row,
                            standing: last.standing,
                            isWaiting: last.isWaiting,
                            records: records
                        ),
                        to: id
                    )
                }
            }
        }
    }

    private mutating func append(_ moment: RecordFacts.Moment, to id: RecordID) {
        if let last = moments[id]?.last, last.isEqual(moment) { return }
        moments[id, default: []].append(moment)
    }
}

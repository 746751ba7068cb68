/// The effects of a transaction that events report.
struct ReceiveResult: Sendable {
    var rows = SyncedRows()
    var joined: [JoinedRows] = []
    var held: [HeldRow] = []
    var sealing = SealingReport()

    mutating func add(_ later: ReceiveResult) {
        rows.inserted += later.rows.inserted
        rows.updated += later.rows.updated
        rows.deleted += later.rows.deleted
        joined += later.joined
        held += later.held
        sealing.add(later.sealing)
    }
}

/// The records that a storage has to write, and the rows that have changed.
struct RegionOutcome {
    struct Write {
        let id: RecordID
        let state: RecordState?
        let edges: [RecordEdge]?
        let facts: RecordFacts?
    }

    private(set) var writes: [Write] = []
    private(set) var change = ViewChange()

    init(_ region: inout Region<some ViewStorage>) throws {
        for (id, state) in region.states {
            let (old, new) = (try region.facts(id), region.view.facts[id])
            let names = region.entityNames(id, new)
            let hasEdges = region.touched.contains(id) || names != region.entityNames(id, old)
            if !(new?.joins.isEmpty ?? true) { change.hasJoins = true }
            guard hasEdges || old != new else { continue }
            writes.append(
                Write(
                    id: id,
                    state: region.changed[id],
                    edges: hasEdges ? RecordEdges.all(state, names, region.rules) : nil,
                    facts: new
                )
            )
        }
        var contents = RowContents(region.view)
        change.rows = try contents.changes(&region)
    }
}

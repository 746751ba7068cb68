/// The records whose facts a change of states may change, and the facts of the records around them.
///
/// The region begins with the changed records and grows until nothing outside depends on a fact that has changed in it, and
/// until all that it depends on is constant:
///
/// - All records of a row are in it together, and all rows with equal unique values.
/// - A row that a record of the region refers to stays outside where it is plain: it lives without being kept, waits
///   for nothing, and no round of joins has changed it. Any other row is in the region if it matters to life or
///   waiting: rows could otherwise support each other's deletion, keeping or waiting after the reason has ended.
/// - Of the rows outside that keep a row of the region, one that lives without being kept suffices.
/// - Where facts of a record have changed, all records are in it that refer to the record, or that it keeps or deletes.
struct Region<Storage: ViewStorage> {
    let storage: Storage
    let rules: SyncRules
    /// The new states of the records that have changed.
    let changed: [RecordID: RecordState]
    /// The states that these had before, if any.
    let before: [RecordID: RecordState]

    /// The records of the region, including records of which nothing has arrived.
    private(set) var members: Set<RecordID> = []
    /// The states of the region's records.
    private(set) var states: [RecordID: RecordState] = [:]
    /// The records with another state than the one that the facts are of.
    private(set) var touched: Set<RecordID> = []
    private(set) var view: RegionView
    /// The entities whose rules each record may have.
    private(set) var entities: [RecordID: Set<SyncName>] = [:]

    private var knownFacts: [RecordID: RecordFacts?] = [:]
    private var outside: [RecordID: RowTable.OutsideRow] = [:]
    /// The records whose inputs are to be read.
    var unread: [RecordID] = []
    /// The records whose inputs were read without omissions.
    var readWhole: Set<RecordID> = []
    /// The records outside that keep records of the region.
    var keepers: [RecordID: RecordID] = [:]
    var growth = Growth()

    /// The searches that have been made.
    struct Growth {
        var keptRows: Set<RecordID> = []
        var withoutKeeper: Set<RecordID> = []
        var keys: Set<UniqueKey> = []
        var referring: Set<RecordID> = []
        var cascading: Set<RecordID> = []
        var targets: Set<RecordID> = []
        var claims: Set<RecordID> = []
    }

    init(
        _ storage: Storage,
        _ rules: SyncRules,
        changed: [RecordID: RecordState],
        before: [RecordID: RecordState]
    ) throws {
        (self.storage, self.rules, self.changed, self.before) = (storage, rules, changed, before)
        view = RegionView([:], outside: [:], keptFromOutside: [], rules)
        touched = Set(changed.keys)
        for id in changed.keys { try pull(id) }
        var round = 0
        repeat {
            try readInputs()
            evaluate()
            round += 1
        } while try grows(round)
    }

    private mutating func evaluate() {
        outside = outside.filter { !members.contains($0.key) }
        keepers = keepers.filter { !members.contains($0.value) }
        view = RegionView(states, outside: outside, keptFromOutside: Set(keepers.keys), rules)
    }

    /// Grows the region by its dependencies, and only then by its dependents. Returns false where it is whole.
    private mutating func grows(_ round: Int) throws -> Bool {
        let (count, kept) = (members.count, keepers)
        try readClasses()
        try readKeepers()
        if members.count > count || keepers != kept || !unread.isEmpty { return true }
        try readHolders()
        if members.count > count { return true }
        try pullDependents(round)
        return members.count > count
    }

    /// Returns the facts that a record had before.
    mutating func facts(_ id: RecordID) throws -> RecordFacts? {
        if let known = knownFacts[id] { return known }
        let found = try storage.facts(of: id)
        knownFacts[id] = .some(found)
        return found
    }

    /// Takes a record into the region, with all records that may be one row with it.
    mutating func pull(_ id: RecordID) throws {
        var open = [id]
        while let id = open.popLast() {
            guard members.insert(id).inserted else { continue }
            let old = try facts(id)
            if let state = try changed[id] ?? storage.state(of: id) {
                states[id] = state
                if old == nil, state.hasArrived { touched.insert(id) }
                open += state.aliases
                unread.append(id)
            }
            open += old?.last.records ?? []
            entities[id] = entityNames(id, old)
            try storage.referring(to: id, by: .alias, .all) {
                open.append($0)
                return true
            }
        }
    }

    /// Returns the entities of the records that are one row with a record.
    func entityNames(_ id: RecordID, _ facts: RecordFacts?) -> Set<SyncName> {
        Set((facts?.last.records ?? []).map(\.entity)).union([id.entity])
    }

    private func isPlainAlone(_ facts: RecordFacts?) -> Bool {
        facts.map { $0.isPlain && $0.last.records.isEmpty } ?? false
    }

    private mutating func readInputs() throws {
        while let id = unread.popLast() {
            guard let state = states[id] else { continue }
            let isWhole = !isPlainAlone(try facts(id)) || view.dependent.contains(id) || readWhole.contains(id)
            // The rows of a plain row's pairs are plain with regard to its life, or are in the region.
            let known = isWhole ? nil : (changed[id] == nil ? state : before[id])
            if isWhole { readWhole.insert(id) }
            let edges = RecordEdges.inputs(state, exceptPairsOf: known, entities[id] ?? [], rules)
            for (target, kinds) in edges.kinds { try readTarget(target, kinds) }
            if isWhole { try pullReferring(to: id, by: .cascadesTo, [.dead, .kept, .unstable]) }
        }
    }

    private mutating func readTarget(_ target: RecordID, _ kinds: EdgeKinds) throws {
        guard !members.contains(target), let facts = try facts(target) else { return }
        let isConstant = kinds.isDisjoint(with: .ofLife) ? facts.isStable : facts.isPlain
        if isConstant {
            outside[target] = RowTable.OutsideRow(row: facts.row, isShown: facts.isShown)
        } else {
            try pull(target)
        }
    }

    mutating func pullReferring(to id: RecordID, by kinds: EdgeKinds, _ standings: Standings) throws {
        for referring in try found({ try storage.referring(to: id, by: kinds, standings, $0) }) { try pull(referring) }
    }

    private func found(_ search: ((RecordID) -> Bool) throws -> Void) rethrows -> [RecordID] {
        var ids: [RecordID] = []
        try search {
            ids.append($0)
            return true
        }
        return ids
    }

    /// Reads again the inputs of records whose rows have gained rules of other entities.
    private mutating func readClasses() throws {
        for (id, facts) in view.facts {
            let names = entityNames(id, facts).union(entities[id] ?? [])
            guard names != entities[id] else { continue }
            entities[id] = names
            unread.append(id)
        }
    }
}

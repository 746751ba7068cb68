import Foundation

/// The observers of a context, and what has happened since they were last brought up to date.
///
/// Nothing is looked at while models change: what was touched is noted, by identifier, and sorted out when somebody
/// reads results or in the next turn of the observers' isolation. Nothing here keeps a model or an observer alive.
package final class ObserverRegistry {
    /// How often results were fetched and patched, for tests and benchmarks.
    package struct Counts: Sendable {
        package var fetches = 0
        package var patches = 0
        package var tests = 0

        package init() {}
    }

    private struct WeakResults {
        weak var results: AnyLiveResults?
        let layout: ModelLayout
        let watch: ObserverWatch
        /// Whether it was made in no isolation, so that nobody can be woken.
        var isUnisolated = false
    }

    private unowned let unit: UnitOfWork
    package var counts = Counts()
    let turn: ObserverTurn
    private var members: [Int: WeakResults] = [:]
    private var nextNumber = 0
    private var index = ObserverIndex()
    /// How many touched models have been looked at.
    private var offers = 0
    private var touches: [PersistentIdentifier: ResultTouch] = [:]
    /// Whether anything may have changed.
    private var isAllTouched = false
    private var isRunning = false
    /// Whether an observer could not be brought up to date.
    private var isBehind = false
    /// Whether somebody has been asked to bring observers up to date.
    private var isRequested = false
    /// The observers that cannot be woken and are to be told, and what has been touched since.
    private var armed: Set<Int> = []
    private var untold: [PersistentIdentifier] = []
    /// The slots of the class that was touched last.
    private var lastLayout: ModelLayout?
    private var lastSlots: SlotSet?
    private var knownSlots: [ObjectIdentifier: SlotSet?] = [:]
    /// More than this is as good as everything.
    private static let mostTouches = 100_000

    init(_ unit: UnitOfWork) {
        self.unit = unit
        turn = ObserverTurn(unit)
        let turn = turn
        unit.mailbox.whenFilled { turn.receive() }
    }

    /// The names of the classes whose saved rows are of use here.
    package var entityNames: Set<String> { index.entityNames }

    // MARK: Observers come and go

    func add(_ results: AnyLiveResults, isolation: (any Actor)?) {
        nextNumber += 1
        results.number = nextNumber
        put(results)
        members[results.number]?.isUnisolated = isolation == nil
        turn.add(results.signal, isolation: isolation)
        // Whoever was asked before may have gone.
        isRequested = false
        // Those that have gone cost nothing for long.
        if members.count & (members.count - 1) == 0 { removeGone() } else { announceInterest() }
    }

    /// Takes in what an observer wants to hear of from now on.
    func change(_ results: AnyLiveResults) {
        results.waiting = []
        put(results)
        rebuild()
    }

    private func put(_ results: AnyLiveResults) {
        let watch = results.watch
        let isUnisolated = members[results.number]?.isUnisolated ?? false
        members[results.number] = WeakResults(
            results: results,
            layout: results.layout,
            watch: watch,
            isUnisolated: isUnisolated
        )
        index.add(results.number, watch, of: results.layout)
        (lastLayout, knownSlots) = (nil, [:])
    }

    private func removeGone() {
        let gone = members.filter { $0.value.results == nil }.keys
        for number in gone { members[number] = nil }
        armed.subtract(gone)
        if gone.isEmpty { announceInterest() } else { rebuild() }
    }

    private func rebuild() {
        index = ObserverIndex()
        for (number, member) in members.sorted(by: { $0.key < $1.key }) {
            index.add(number, member.watch, of: member.layout)
        }
        (lastLayout, knownSlots) = (nil, [:])
        announceInterest()
    }

    private func announceInterest() {
        unit.mailbox.want(index.entityNames)
        if members.isEmpty { touches = [:] }
    }

    /// Whether there is an observer. Where all have gone, nothing is noted any more.
    var isUsed: Bool {
        if members.values.contains(where: { $0.results != nil }) { return true }
        if !members.isEmpty { removeGone() }
        return false
    }

    /// Whether an observer that a state was among the results of is still there.
    func isAlive(_ number: Int) -> Bool { members[number]?.results != nil }
}

// MARK: - Touches

extension ObserverRegistry {
    private func observedSlots(of layout: ModelLayout) -> SlotSet? {
        if layout !== lastLayout {
            lastLayout = layout
            let key = ObjectIdentifier(layout)
            if let known = knownSlots[key] {
                lastSlots = known
            } else {
                lastSlots = index.slots(of: layout)
                knownSlots[key] = .some(lastSlots)
            }
        }
        return lastSlots
    }

    /// A slot of a model in the context was written.
    func touch(_ state: ModelState, slot: Int) {
        guard let observed = observedSlots(of: state.layout), observed.contains(slot) else { return }
        touches[state.identifier, default: ResultTouch()].slots.insert(slot)
        noteTouched(state.identifier)
    }

    /// A model came into the context, or its deletion was taken back.
    func enter(_ state: ModelState) {
        guard observedSlots(of: state.layout) != nil else { return }
        var touch = ResultTouch()
        touch.hasMoved = true
        touches[state.identifier, default: ResultTouch()].join(touch)
        noteTouched(state.identifier)
    }

    /// A model leaves the context, or is deleted.
    func leave(_ state: ModelState) {
        guard observedSlots(of: state.layout) != nil else { return }
        var touch = ResultTouch()
        touch.hasMoved = true
        touch.isAbsent = true
        touch.formerWatchers = state.watchers
        touch.formerStates = [ObjectIdentifier(state)]
        touches[state.identifier, default: ResultTouch()].join(touch)
        noteTouched(state.identifier)
    }

    /// A save of this context wrote a row.
    func save(_ state: ModelState, isRenamed: Bool) {
        // What somebody else wrote before is not the row any more.
        touches[state.identifier]?.row = nil
        guard index.caresForSaves || isRenamed, observedSlots(of: state.layout) != nil else { return }
        touches[state.identifier, default: ResultTouch()].isSaved = true
        if isRenamed { touches[state.identifier]?.hasMoved = true }
        noteTouched(state.identifier)
    }

    /// Somebody else wrote a row, or deleted it.
    func receive(_ identifier: PersistentIdentifier, row: DefaultSnapshot? = nil, isDeleted: Bool = false) {
        guard let layout = row?.layout ?? layout(of: identifier), observedSlots(of: layout) != nil else { return }
        var touch = ResultTouch()
        touch.isOthers = true
        touch.isAbsent = isDeleted
        touch.row = row
        touches[identifier, default: ResultTouch()].join(touch)
        noteTouched(identifier)
    }

    /// Anything may have changed.
    func touchEverything() {
        touches = [:]
        isAllTouched = true
        request()
        for number in exchange(&armed, with: []) { members[number]?.results?.signal.tell() }
    }

    /// A save of this context deleted a row.
    func saveDeletion(of state: ModelState) {
        guard index.caresForSaves else { return }
        leave(state)
        touches[state.identifier]?.isSaved = true
    }

    /// Touches are of no use to observers that have gone without anybody's asking.
    func tidy() {
        if touches.count > 1_000 { removeGone() }
    }

    /// The results of an observer could not be fetched: that is tried again when somebody asks.
    func noteBehind() { isBehind = true }

    /// Whether a row may be of an observed class, of which these are the names.
    func isObserved(_ identifier: PersistentIdentifier, _ names: Set<String>) -> Bool {
        names.contains(identifier.entityName) || layout(of: identifier)?.isAny(of: names) ?? false
    }

    func layout(of identifier: PersistentIdentifier) -> ModelLayout? {
        unit.core.schema.entitiesByName[identifier.entityName]?.modelType?._$modelLayout
    }

    private func noteTouched(_ identifier: PersistentIdentifier) {
        if touches.count > Self.mostTouches {
            removeGone()
            touchEverything()
        }
        if !armed.isEmpty, untold.last != identifier { untold.append(identifier) }
        request()
    }

    private func request() {
        guard !isRequested else { return }
        isRequested = true
        turn.request()
    }
}

// MARK: - Bringing results up to date

extension ObserverRegistry {
    /// Brings every observer of the context up to date.
    func run() {
        guard !isRunning else { return }
        unit.receive()
        // Whoever was asked to run has nothing more to do than this, even if it turns out to be nothing.
        isRequested = false
        guard !touches.isEmpty || isAllTouched || isBehind else { return }
        isRunning = true
        untold = []
        var results = members.compactMapValues(\.results)
        if results.count < members.count { removeGone() }
        let all = results
        var updated: Set<Int> = []
        // What is fetched may show that more has changed.
        for _ in 0..<8 {
            let touches = exchange(&touches, with: [:])
            if exchange(&isAllTouched, with: false) { for one in results.values { one.needsFetch = true } }
            var affected = results.filter { $0.value.needsFetch }
            for subject in subjects(touches) { dispatch(subject, to: results, &affected) }
            if affected.isEmpty { break }
            for number in affected.keys.sorted() { affected[number]?.update() }
            updated.formUnion(affected.keys)
            // What could not be fetched is tried again when it is next asked for.
            results = results.filter { !$0.value.needsFetch }
        }
        isBehind = results.count < all.count || !touches.isEmpty || isAllTouched
        isRunning = false
        for number in updated.sorted() { all[number]?.commit() }
    }

    /// The touched models as they are now. Rows that nobody has at hand are read together.
    private func subjects(_ touches: [PersistentIdentifier: ResultTouch]) -> [ResultSubject] {
        var found: [PersistentIdentifier: ResultTouch] = [:]
        // A model was temporary first.
        for (identifier, touch) in touches where identifier.isTemporary {
            found[identifier.resolved, default: ResultTouch()].join(touch)
        }
        for (identifier, touch) in touches where !identifier.isTemporary {
            if found[identifier]?.join(touch) == nil { found[identifier] = touch }
        }
        let unread = found.filter { identifier, touch in
            touch.row == nil && !touch.isAbsent && unit.identityMap[identifier] == nil && !identifier.isTemporary
        }
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        if !unread.isEmpty {
            if let read = unit.rowsForObservers(Array(unread.keys)) { rows = read } else { isAllTouched = true }
        }
        return found.map { subject($0, $1, row: $1.row ?? rows[$0]) }
    }

    private func subject(
        _ identifier: PersistentIdentifier,
        _ touch: ResultTouch,
        row: DefaultSnapshot?
    ) -> ResultSubject {
        let state = unit.identityMap[identifier]
        let row = state == nil && !touch.isAbsent ? row : nil
        return ResultSubject(
            identifier: identifier,
            touch: touch,
            state: state,
            row: row,
            layout: state?.layout ?? row?.layout ?? layout(of: identifier)
        )
    }

    private func dispatch(
        _ subject: ResultSubject,
        to results: [Int: AnyLiveResults],
        _ affected: inout [Int: AnyLiveResults]
    ) {
        offers += 1
        func offer(_ number: Int) {
            guard let one = results[number], !one.needsFetch, one.lastOffer != offers else { return }
            one.lastOffer = offers
            if one.isAffected(by: subject) { affected[number] = one }
        }
        for number in subject.state?.watchers ?? [] { offer(number) }
        for number in subject.touch.formerWatchers { offer(number) }
        index.candidates(for: subject, offer)
    }
}

// MARK: - Observers without an isolation

extension ObserverRegistry {
    /// The results of an observer that cannot be woken have been read: it is to be told when they may have changed.
    func arm(_ results: AnyLiveResults) {
        results.signal.arm()
        if members[results.number]?.isUnisolated == true { armed.insert(results.number) }
    }

    /// Tells those who cannot be woken of what has just been touched: whoever reads the results then has them brought
    /// up to date. Nothing is tested here, in the middle of a change.
    func tellUnisolated() {
        guard !untold.isEmpty else { return }
        let untold = exchange(&untold, with: [])
        var told: Set<Int> = []
        func note(_ number: Int) {
            if armed.contains(number) { told.insert(number) }
        }
        for identifier in untold {
            guard told.count < armed.count, let touch = touches[identifier] else { continue }
            let subject = subject(identifier, touch, row: touch.row)
            for number in subject.state?.watchers ?? [] where members[number]?.watch.concerns(touch) ?? false {
                note(number)
            }
            for number in touch.formerWatchers { note(number) }
            index.candidates(for: subject, note)
        }
        armed.subtract(told)
        for number in told.sorted() { members[number]?.results?.signal.tell() }
    }
}

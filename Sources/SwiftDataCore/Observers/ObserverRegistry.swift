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
    /// The observers that cannot be woken, and what has been touched since they were last told.
    private var unisolated: [Int] = []
    private var touched: [ObjectIdentifier: TouchedClass] = [:]
    /// The slots of the class that was touched last.
    private var lastLayout: ModelLayout?
    private var lastSlots: SlotSet?
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
        if isolation == nil { unisolated.append(results.number) }
        turn.add(results.signal, isolation: isolation)
        // Whoever was asked before may have gone.
        isRequested = false
        // Those that have gone cost nothing for long.
        if members.count & (members.count - 1) == 0 { removeGone() } else { announceInterest() }
    }

    /// Takes in what an observer wants to hear of from now on.
    func change(_ results: AnyLiveResults) {
        members[results.number] = nil
        results.waiting = []
        put(results)
        rebuild()
    }

    private func put(_ results: AnyLiveResults) {
        let watch = results.watch
        members[results.number] = WeakResults(results: results, layout: results.layout, watch: watch)
        index.add(results.number, watch, of: results.layout)
        lastLayout = nil
    }

    private func removeGone() {
        let gone = members.filter { $0.value.results == nil }.keys
        for number in gone { members[number] = nil }
        unisolated.removeAll { members[$0] == nil }
        if gone.isEmpty { announceInterest() } else { rebuild() }
    }

    private func rebuild() {
        index = ObserverIndex()
        for (number, member) in members.sorted(by: { $0.key < $1.key }) {
            index.add(number, member.watch, of: member.layout)
        }
        lastLayout = nil
        announceInterest()
    }

    private func announceInterest() {
        unit.mailbox.want(index.entityNames)
        if members.isEmpty { touches = [:] }
    }

    /// Whether an observer that a state was among the results of is still there.
    func isAlive(_ number: Int) -> Bool { members[number]?.results != nil }
}

// MARK: - Touches

extension ObserverRegistry {
    private func observedSlots(of layout: ModelLayout) -> SlotSet? {
        if layout !== lastLayout {
            lastLayout = layout
            lastSlots = index.slots(of: layout)
        }
        return lastSlots
    }

    /// A slot of a model in the context was written.
    func touch(_ state: ModelState, slot: Int) {
        guard let observed = observedSlots(of: state.layout), observed.contains(slot) else { return }
        touches[state.identifier, default: ResultTouch()].slots.insert(slot)
        var slots = SlotSet()
        slots.insert(slot)
        noteTouched(state.layout, slots)
    }

    /// A model came into the context, or its deletion was taken back.
    func enter(_ state: ModelState) {
        guard observedSlots(of: state.layout) != nil else { return }
        touches[state.identifier, default: ResultTouch()].hasMoved = true
        noteTouched(state.layout, .all)
    }

    /// A model leaves the context, or is deleted.
    func leave(_ state: ModelState) {
        guard observedSlots(of: state.layout) != nil else { return }
        var touch = ResultTouch()
        touch.hasMoved = true
        touch.formerWatchers = state.watchers
        touch.formerState = ObjectIdentifier(state)
        touches[state.identifier, default: ResultTouch()].join(touch)
        noteTouched(state.layout, .all)
    }

    /// A save of this context wrote a row.
    func save(_ state: ModelState, isRenamed: Bool) {
        guard index.caresForSaves || isRenamed, observedSlots(of: state.layout) != nil else { return }
        touches[state.identifier, default: ResultTouch()].isSaved = true
        if isRenamed { touches[state.identifier]?.hasMoved = true }
        noteTouched(state.layout, .all)
    }

    /// Somebody else wrote a row, or deleted it.
    func receive(_ identifier: PersistentIdentifier, row: DefaultSnapshot? = nil, isDeleted: Bool = false) {
        guard let layout = row?.layout ?? layout(of: identifier), observedSlots(of: layout) != nil else { return }
        var touch = ResultTouch()
        touch.isOthers = true
        touch.isGone = isDeleted
        touch.row = row
        touches[identifier, default: ResultTouch()].join(touch)
        noteTouched(layout, .all)
    }

    /// Anything may have changed.
    func touchEverything() {
        touches = [:]
        isAllTouched = true
        request()
        for number in unisolated { members[number]?.results?.signal.tell() }
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

    /// Whether a row may be of an observed class, of which these are the names.
    func isObserved(_ identifier: PersistentIdentifier, _ names: Set<String>) -> Bool {
        names.contains(identifier.entityName) || layout(of: identifier)?.isAny(of: names) ?? false
    }

    func layout(of identifier: PersistentIdentifier) -> ModelLayout? {
        unit.core.schema.entitiesByName[identifier.entityName]?.modelType?._$modelLayout
    }

    private func noteTouched(_ layout: ModelLayout, _ slots: SlotSet) {
        if touches.count > Self.mostTouches {
            removeGone()
            touchEverything()
        }
        if !unisolated.isEmpty {
            let key = ObjectIdentifier(layout)
            touched[key, default: TouchedClass(layout: layout, slots: slots)].slots.formUnion(slots)
        }
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
        guard !touches.isEmpty || isAllTouched || isBehind else { return }
        isRunning = true
        isRequested = false
        touched = [:]
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
        for (identifier, touch) in touches { found[identifier.resolved, default: ResultTouch()].join(touch) }
        let unread = found.filter { identifier, touch in
            touch.row == nil && unit.identityMap[identifier] == nil && touch.formerState == nil && !touch.isGone
                && !identifier.isTemporary
        }
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        if !unread.isEmpty {
            if let read = unit.rowsForObservers(Array(unread.keys)) { rows = read } else { isAllTouched = true }
        }
        return found.map { identifier, touch in
            let state = unit.identityMap[identifier]
            let row = state == nil && touch.formerState == nil && !touch.isGone ? touch.row ?? rows[identifier] : nil
            return ResultSubject(
                identifier: identifier,
                touch: touch,
                state: state,
                row: row,
                layout: state?.layout ?? row?.layout ?? layout(of: identifier)
            )
        }
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
    /// Tells Observation of what has just been touched, where nobody can be woken: whoever reads the results then has
    /// them brought up to date.
    func tellUnisolated() {
        guard !touched.isEmpty else { return }
        let touched = exchange(&touched, with: [:])
        for number in unisolated {
            guard let member = members[number], let results = member.results, results.signal.isArmed else { continue }
            if member.watch.isTouched(by: touched.values, layout: member.layout) { results.signal.tell() }
        }
    }
}

import Foundation

/// The observers of a context, and the changes since they were last brought up to date.
///
/// Nothing is looked at while models change: the touched models are noted, by identifier, and sorted out when results
/// are read or in the next turn of the observers' isolation. Nothing here keeps a model or an observer alive.
package final class ObserverRegistry {
    /// A class, since a copy of a weak reference costs more than all else that is done with a member.
    private final class Member {
        private(set) weak var results: AnyLiveResults?
        let layout: ModelLayout
        let watch: ObserverWatch
        /// True if the observer was made in no isolation, so that there is none to wake.
        let isUnisolated: Bool

        init(_ results: AnyLiveResults, isUnisolated: Bool) {
            self.results = results
            self.isUnisolated = isUnisolated
            layout = results.layout
            watch = results.watch
        }
    }

    private unowned let unit: UnitOfWork
    package private(set) var counts = Counts()
    let turn: ObserverTurn
    private var members: [Int: Member] = [:]
    private var nextNumber = 0
    private var index = ObserverIndex()
    /// The index of the observers that cannot be woken.
    private var unisolatedIndex = ObserverIndex()
    /// The number of touched models that have been visited.
    private var offers = 0
    private var touches = NotedTouches()
    /// The identifiers of ``subjects``.
    private var running: Set<PersistentIdentifier> = []
    /// The models that observers are being brought up to date with, and the number of this round.
    private(set) var subjects: [ResultSubject] = []
    private(set) var round = 0
    /// The number of observers that have been patched.
    private var patchNumber = 0
    /// The order by which the subjects have their ranks.
    private var rankingOrder: SharedOrder?
    private var sharedTests = SharedParts<SharedTests>()
    private var sharedOrders = SharedParts<SharedOrder>()
    private var isRunning = false
    /// True if an observer was found to be released.
    private var hasReleasedObserver = false
    /// True if an observer could not be brought up to date.
    private var isBehind = false
    /// True if a turn has been asked for that brings observers up to date.
    private var isRequested = false
    /// The observers that cannot be woken and are to be notified, and the models that have been touched since.
    private var armed: Set<Int> = []
    private var unreported: [PersistentIdentifier] = []
    /// The slots of the class that was touched last.
    private var lastLayout: ModelLayout?
    private var lastSlots: SlotSet?
    private var knownSlots: [ObjectIdentifier: SlotSet?] = [:]
    /// The greatest number of noted touches; more of them count as a change of every model.
    package static let mostTouches = 100_000
    /// The numbers of models noted as touched, of shared parts, and of the keys of results that these keep, for tests.
    package var keptCounts: (touches: Int, parts: Int, keys: Int) {
        let keys = sharedOrders.all.reduce(0) { $0 + $1.keptCount }
        return (touches.count, sharedTests.count + sharedOrders.count, keys)
    }

    init(_ unit: UnitOfWork) {
        self.unit = unit
        turn = ObserverTurn(unit)
        let turn = turn
        unit.inbox.mailbox.whenFilled { turn.receive() }
    }

    /// The names of the classes whose saved rows are used here.
    package var entityNames: Set<String> { index.entityNames }

    // MARK: Observers come and go

    func add(_ results: AnyLiveResults, isolation: (any Actor)?) {
        nextNumber += 1
        results.number = nextNumber
        put(results, isUnisolated: isolation == nil)
        turn.add(results.signal, isolation: isolation)
        // The isolation that was asked before may have gone.
        isRequested = false
        // Observers that have gone cost nothing for long.
        if members.count & (members.count - 1) == 0 { removeGone() } else { announceInterest() }
    }

    /// Replaces the interests of an observer.
    func change(_ results: AnyLiveResults) {
        results.waiting = []
        put(results, isUnisolated: members[results.number]?.isUnisolated ?? false)
        rebuild()
    }

    private func put(_ results: AnyLiveResults, isUnisolated: Bool) {
        let member = Member(results, isUnisolated: isUnisolated)
        members[results.number] = member
        index.add(results.number, member.watch, of: member.layout)
        if isUnisolated { unisolatedIndex.add(results.number, member.watch, of: member.layout) }
        (lastLayout, knownSlots) = (nil, [:])
    }

    private func removeGone() {
        hasReleasedObserver = false
        let gone = members.filter { $0.value.results == nil }.keys
        for number in gone { members[number] = nil }
        armed.subtract(gone)
        if gone.isEmpty { announceInterest() } else { rebuild() }
    }

    private func rebuild() {
        (index, unisolatedIndex) = (ObserverIndex(), ObserverIndex())
        for (number, member) in members.sorted(by: { $0.key < $1.key }) {
            index.add(number, member.watch, of: member.layout)
            if member.isUnisolated { unisolatedIndex.add(number, member.watch, of: member.layout) }
        }
        (lastLayout, knownSlots) = (nil, [:])
        announceInterest()
    }

    private func announceInterest() {
        unit.inbox.mailbox.want(index.entityNames)
        if members.isEmpty { touches.removeAll() }
    }

    /// True if there is an observer. Once all observers are released, changes are no longer noted.
    var isUsed: Bool {
        if members.values.contains(where: { $0.results != nil }) { return true }
        if !members.isEmpty { removeGone() }
        return false
    }

    /// True if the observer with a number still exists.
    func isAlive(_ number: Int) -> Bool { members[number]?.results != nil }

    /// Counts work, for tests and benchmarks.
    @inline(__always) func count(_ note: (inout Counts) -> Void) { note(&counts) }

    /// The number of the patch that begins.
    func nextPatch() -> Int {
        counts.patches += 1
        patchNumber += 1
        return patchNumber
    }

    /// Gives the subjects their ranks in an order, unless they have them.
    func rank(_ ranked: [(subject: ResultSubject, key: ResultKey)], in order: SharedOrder) {
        // Another order may have given ranks meanwhile.
        guard rankingOrder !== order else { return }
        rankingOrder = order
        for subject in subjects { subject.rank = -1 }
        for (rank, element) in ranked.enumerated() { element.subject.rank = rank }
    }

    /// The tests of a condition, which are shared by all observers with the same one.
    func tests(_ meaning: SharedMeaning?, _ make: () -> SharedTests) -> SharedTests { sharedTests.part(meaning, make) }

    /// The places in an order, which are shared by all observers with the same one.
    func order(_ meaning: SharedMeaning?, _ make: () -> SharedOrder) -> SharedOrder { sharedOrders.part(meaning, make) }
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
        touches.note(state.identifier) { $0.slots.insert(slot) }
        noteTouched(state.identifier)
    }

    /// A model came into the context, or its deletion was reverted.
    func enter(_ state: ModelState) {
        guard observedSlots(of: state.layout) != nil else { return }
        var touch = ResultTouch()
        touch.hasMoved = true
        touches.note(state.identifier) { $0.join(touch) }
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
        touches.note(state.identifier) { $0.join(touch) }
        noteTouched(state.identifier)
    }

    /// A save of this context wrote a row.
    func save(_ state: ModelState, isRenamed: Bool) {
        // A row that another context or process wrote before is no longer current.
        touches.forgetRow(of: state.identifier)
        guard index.dependsOnSaves || isRenamed, observedSlots(of: state.layout) != nil else { return }
        touches.note(state.identifier) {
            $0.isSaved = true
            if isRenamed { $0.hasMoved = true }
        }
        noteTouched(state.identifier)
    }

    /// Notes that another context or process wrote a row, or deleted it.
    func receive(_ identifier: PersistentIdentifier, row: DefaultSnapshot? = nil, isDeleted: Bool = false) {
        guard let layout = row?.layout ?? layout(of: identifier), observedSlots(of: layout) != nil else { return }
        var touch = ResultTouch()
        touch.isWrittenElsewhere = true
        touch.isAbsent = isDeleted
        touch.row = row
        touches.note(identifier) { $0.join(touch) }
        noteTouched(identifier)
    }

    /// Anything may have changed.
    func touchEverything() {
        touches.removeAll()
        touches.noteAll()
        request()
        for number in exchange(&armed, with: []) { members[number]?.results?.signal.notify() }
    }

    /// A save of this context deleted a row.
    func saveDeletion(of state: ModelState) {
        guard index.dependsOnSaves else { return }
        leave(state)
        touches.markSaved(state.identifier)
    }

    /// Removes the observers that are released, once many touches have been noted: they do not need the touches.
    func tidy() {
        if touches.count > 1_000 { removeGone() }
    }

    /// Notes that the results of an observer could not be fetched. The fetch is tried again when they are asked for.
    func noteBehind() { isBehind = true }

    /// True if a row may be of one of the observed classes, given by name.
    func isObserved(_ identifier: PersistentIdentifier, _ names: Set<String>) -> Bool {
        names.contains(identifier.entityName) || layout(of: identifier)?.isAny(of: names) ?? false
    }

    func layout(of identifier: PersistentIdentifier) -> ModelLayout? {
        unit.core.schema.entitiesByName[identifier.entityName]?.modelType?._$modelLayout
    }

    /// True if a model has been touched and not every observer has been notified.
    func isTouched(_ state: ModelState) -> Bool {
        if touches.isEmpty, running.isEmpty { return false }
        if running.contains(state.identifier) { return true }
        return touches.contains(state.identifier)
    }

    private func noteTouched(_ identifier: PersistentIdentifier) {
        if touches.count > Self.mostTouches {
            removeGone()
            touchEverything()
        }
        if !armed.isEmpty, unreported.last != identifier { unreported.append(identifier) }
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
        unit.receiving.receive()
        // A turn that was asked for has nothing more to do than this, even if it turns out to be nothing.
        isRequested = false
        guard touches.isAnything || isBehind else { return }
        isRunning = true
        unreported = []
        var updated: [Int: AnyLiveResults] = [:]
        var failed: Set<Int> = []
        // A fetch may show that more has changed.
        for attempt in 0..<8 {
            round += 1
            let (touches, isAll) = touches.take()
            var affected: [AnyLiveResults] = []
            // Results that could not be fetched are fetched again when they are next asked for.
            if isAll || attempt == 0 && isBehind {
                for one in alive() where !failed.contains(one.number) {
                    one.needsFetch = one.needsFetch || isAll
                    if one.needsFetch || one.needsTitles { affect(one, &affected) }
                }
            }
            let failuresBefore = unit.reads.attempts
            prepare(touches)
            for subject in subjects { dispatch(subject, &affected) }
            // A model that could not be read was tested with its stand-in: the fetch reports it, or it is tried again.
            if unit.reads.attempts != failuresBefore {
                for one in alive() where !failed.contains(one.number) {
                    one.needsFetch = true
                    affect(one, &affected)
                }
            }
            if affected.isEmpty { break }
            affected.sort { $0.number < $1.number }
            let failuresBeforeUpdates = unit.reads.attempts
            for one in affected {
                one.isAffected = false
                one.update()
                // Nor are the places of models known that could not be read, also where another observer has read them.
                if unit.reads.attempts != failuresBeforeUpdates, !one.needsFetch, !one.needsTitles {
                    one.fetchInstead()
                }
                updated[one.number] = one
                if one.needsFetch || one.needsTitles { failed.insert(one.number) }
            }
        }
        isBehind = !failed.isEmpty || touches.isAnything
        (subjects, running, rankingOrder) = ([], [], nil)
        isRunning = false
        if hasReleasedObserver { removeGone() }
        for number in updated.keys.sorted() { updated[number]?.commit() }
    }

    private func alive() -> [AnyLiveResults] {
        let found = members.values.compactMap(\.results)
        if found.count < members.count { hasReleasedObserver = true }
        return found
    }

    private func affect(_ one: AnyLiveResults, _ affected: inout [AnyLiveResults]) {
        guard !one.isAffected else { return }
        one.isAffected = true
        affected.append(one)
    }

    /// Reads the touched models as they are now. Rows that are not in memory are read together.
    private func prepare(_ touches: [PersistentIdentifier: ResultTouch]) {
        var found: [PersistentIdentifier: ResultTouch] = [:]
        // A model was temporary first.
        for (identifier, touch) in touches where identifier.isTemporary {
            found[identifier.resolved, default: ResultTouch()].join(touch)
        }
        for (identifier, touch) in touches where !identifier.isTemporary {
            if found[identifier]?.join(touch) == nil { found[identifier] = touch }
        }
        running = Set(found.keys)
        let unread = found.filter { identifier, touch in
            touch.row == nil && !touch.isAbsent && unit.identityMap[identifier] == nil && !identifier.isTemporary
        }
        var rows: [PersistentIdentifier: DefaultSnapshot] = [:]
        if !unread.isEmpty {
            if let read = unit.notifying.rows(Array(unread.keys)) { rows = read } else { self.touches.noteAll() }
        }
        subjects = found.map { subject($0, $1, row: $1.row ?? rows[$0]) }
        for index in subjects.indices { subjects[index].index = index }
        rankingOrder = nil
    }

    /// The number of models that the observers are being updated for.
    var subjectCount: Int { subjects.count }

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

    private func dispatch(_ subject: ResultSubject, _ affected: inout [AnyLiveResults]) {
        offers += 1
        func member(_ number: Int) {
            guard let one = living(number) else { return }
            one.lastMember = offers
            offer(one)
        }
        func offer(_ one: AnyLiveResults) {
            guard !one.needsFetch, one.lastOffer != offers else { return }
            one.lastOffer = offers
            counts.offers += 1
            if one.isAffected(by: subject, isMember: one.lastMember == offers) { affect(one, &affected) }
        }
        for number in subject.state?.watchers ?? [] { member(number) }
        for number in subject.touch.formerWatchers { member(number) }
        index.candidates(for: subject) { number in
            if let one = living(number) { offer(one) }
        }
    }

    private func living(_ number: Int) -> AnyLiveResults? {
        guard let member = members[number] else { return nil }
        if let results = member.results { return results }
        hasReleasedObserver = true
        return nil
    }
}

// MARK: - Observers without an isolation

extension ObserverRegistry {
    /// The results of an observer that cannot be woken have been read: it is to be notified when they may have changed.
    func arm(_ results: AnyLiveResults) {
        results.signal.arm()
        if members[results.number]?.isUnisolated == true { armed.insert(results.number) }
    }

    /// Notifies the observers that cannot be woken of the models that have just been touched: a reader of the results
    /// then has them brought up to date. Nothing is tested here, in the middle of a change.
    func notifyUnisolated() {
        guard !unreported.isEmpty else { return }
        let unreported = exchange(&unreported, with: [])
        var notified: Set<Int> = []
        func note(_ number: Int) {
            counts.notifications += 1
            if armed.contains(number) { notified.insert(number) }
        }
        for identifier in unreported {
            guard notified.count < armed.count, let touch = touches[identifier] else { continue }
            let subject = subject(identifier, touch, row: touch.row)
            noteWatchers(subject, note)
            for number in touch.formerWatchers { note(number) }
            unisolatedIndex.candidates(for: subject, note)
        }
        armed.subtract(notified)
        for number in notified.sorted() { members[number]?.results?.signal.notify() }
    }

    /// Iterates over the observers that have a model among their results, or over the observers that are to be
    /// notified, where these are fewer.
    private func noteWatchers(_ subject: ResultSubject, _ note: (Int) -> Void) {
        guard let state = subject.state else { return }
        let touch = subject.touch
        if armed.count < state.watchers.count {
            for number in armed where state.observing.isWatched(by: number) {
                if members[number]?.watch.concerns(touch) ?? false { note(number) }
            }
        } else {
            for number in state.watchers where members[number]?.watch.concerns(touch) ?? false { note(number) }
        }
    }
}

import Foundation

/// The models that a descriptor describes, kept current while this context, other contexts and other processes change
/// them.
final class LiveResults<Element: PersistentModel>: AnyLiveResults {
    let unit: UnitOfWork
    private(set) var descriptor: FetchDescriptor<Element>
    private(set) var query: LiveQuery<Element>
    /// The key by which results are grouped; nil where they are not.
    let section: QueryNode?
    /// The results that are shown.
    private(set) var shown = PlacedResults<Element>()
    /// The results as an array, once it was asked for.
    private var shownArray: [Element]?
    /// Results that are computed and not shown yet: all of them, or the differences.
    var next: PlacedResults<Element>?
    var patch: ResultsPatch<Element>?
    /// True if the states of the results are marked with this observer.
    private var isFollowing = false
    /// The failure of the newest fetch; nil where it has succeeded.
    private(set) var failure: (any Error)?
    /// True if Observation has been notified of ``failure``.
    private var isFailureAnnounced = false
    /// True if the program has set the results, so that they do not come from a fetch.
    var isOverridden = false
    /// Calls a closure that changes the results, and notifies Observation.
    var announce: (() -> Void) -> Void = { $0() }
    /// Brings sections that were made of the results up to date: by a patch, or not at all where it is nil.
    var changeSections: (ResultsPatch<Element>?) -> Void = { _ in }

    init(_ descriptor: FetchDescriptor<Element>, section: QueryNode?, unit: UnitOfWork) throws {
        self.unit = unit
        self.descriptor = descriptor
        self.section = section
        query = try LiveQuery(descriptor, section: section, schema: unit.core.schema)
        super.init()
        query.share(section, unit.notifying.registry(), unit)
    }

    var elements: ChunkedArray<Element> { shown.elements }
    /// The results as an array, which is made once for each change.
    var array: [Element] {
        if let shownArray { return shownArray }
        let array = shown.elements.joined()
        shownArray = array
        return array
    }
    /// The title of each element's section, where there are sections.
    var titles: ChunkedArray<String> { shown.titles }

    override var layout: ModelLayout { Element._$modelLayout }
    override var watch: ObserverWatch { query.watch(of: layout) }

    /// The first fetch.
    func start(isolation: (any Actor)?) throws {
        let registry = unit.notifying.registry()
        let results = try unit.failures.withoutStandIns { placed(try fetched()) }
        registry.add(self, isolation: isolation)
        show(results)
    }

    /// Takes another descriptor. Where it cannot be fetched, the results stay as they are, and that is logged.
    func change(_ descriptor: FetchDescriptor<Element>) {
        do {
            var query = try LiveQuery(descriptor, section: section, schema: unit.core.schema)
            query.share(section, unit.notifying.registry(), unit)
            self.query = query
            self.descriptor = descriptor
        } catch {
            log.error("\(layout.entityName): results could not be fetched again: \(error)")
            return
        }
        (next, patch) = (nil, nil)
        follow(ChunkedArray())
        shown.forgetKeys()
        unit.notifying.registry().change(self)
        needsFetch = true
        fetchAgain()
        if needsFetch { unit.notifying.registry().noteBehind() }
        follow(shown.states)
        showNext()
    }

    /// Brings the results up to date.
    func refresh() {
        unit.observers?.run()
        showNext()
    }

    /// Sets the results until the next change that matters.
    func override(_ models: [Element]) {
        (next, patch) = (nil, nil)
        let failuresBefore = unit.reads.attempts
        var titles = titles(of: models)
        needsTitles = unit.reads.attempts != failuresBefore
        if needsTitles {
            titles = titles.map { formerTitles(of: models, or: $0) }
            unit.notifying.registry().noteBehind()
        }
        show(PlacedResults(models, titles: titles))
        isOverridden = true
    }

    /// The titles that models had, where they had any.
    private func formerTitles(of models: [Element], or titles: [String]) -> [String] {
        let known = Dictionary(zip(shown.states.map { ObjectIdentifier($0) }, shown.titles)) { first, _ in first }
        return zip(models, titles).map { known[ObjectIdentifier($0._$modelState)] ?? $1 }
    }

    override func isAffected(by subject: ResultSubject, isMember: Bool) -> Bool {
        let touch = subject.touch
        if query.upkeep == .fetchingForReads {
            // Without unsaved changes, only written values count.
            guard query.includesPending || subject.isStored else { return isRetitled(by: touch) }
            needsFetch = true
            return true
        }
        // The models do not know the next results before they are shown.
        let isMember = isMember || next != nil || patch != nil
        if !query.includesPending {
            guard subject.isStored else { return isMember && isRetitled(by: touch) }
        } else if !touch.hasMoved, !touch.isWrittenElsewhere, !touch.slots.intersects(query.reads.own) {
            return false
        }
        let isMatch = isMember && patch == nil && next == nil && !mayLeave(touch) || isMatch(subject)
        guard isMember || isMatch, !(isMember && isMatch && !mayMove(touch)) else { return false }
        if query.upkeep == .patching, !isOverridden {
            if isMatch { subject.isWanted = true }
            waiting.append(WaitingResult(subject: subject, isMember: isMember, isMatch: isMatch))
        } else {
            needsFetch = true
        }
        return true
    }

    override func update() {
        if needsFetch {
            fetchAgain()
        } else if !waiting.isEmpty {
            putInPlace()
        } else if patch == nil, next == nil {
            // Nothing but titles.
            let failuresBefore = unit.reads.attempts
            let results = placed(shown.elements.joined())
            // Results that the program has set stay, and titles that could not be read are tried again.
            if isOverridden, unit.reads.attempts != failuresBefore {
                needsTitles = true
            } else {
                next = results
                needsTitles = false
            }
        }
    }

    override func fetchInstead() {
        // Results that the program has set are never fetched for their titles.
        guard !isOverridden else { return needsTitles = true }
        (next, patch) = (nil, nil)
        needsFetch = true
        fetchAgain()
    }

    override func commit() { showNext() }

    /// True if a change that does not count may still show in the titles. A model has one value, saved or not.
    private func isRetitled(by touch: ResultTouch) -> Bool {
        section != nil && (touch.hasMoved || touch.slots.intersects(query.placingSlots))
    }

    private func isMatch(_ subject: ResultSubject) -> Bool {
        guard query.includesPending ? subject.isThere : subject.hasRow, let own = subject.layout, own.isKind(of: layout)
        else { return false }
        return query.sharedTests?.matches(subject, in: unit.notifying.registry()) ?? false
    }

    /// True if a model that is among the results may leave them.
    private func mayLeave(_ touch: ResultTouch) -> Bool {
        touch.hasMoved || touch.isWrittenElsewhere || touch.isSaved || touch.slots.intersects(query.decidingSlots)
    }

    /// True if a model that is among the results may have to move.
    private func mayMove(_ touch: ResultTouch) -> Bool {
        touch.hasMoved || touch.isWrittenElsewhere || touch.isSaved || touch.slots.intersects(query.placingSlots)
    }
}

// MARK: - Fetching and showing

extension LiveResults {
    private func fetched() throws -> [Element] {
        unit.notifying.registry().count { $0.fetches += 1 }
        return try unit.fetching.fetch(descriptor)
    }

    func fetchAgain() {
        waiting = []
        do {
            // Titles are evaluated after the fetch, and may read other models.
            next = try unit.failures.withoutStandIns { placed(try fetched()) }
            patch = nil
            (needsFetch, needsTitles) = (false, false)
            isOverridden = false
            failure = nil
        } catch {
            failure = error
            // They are not followed until they are fetched.
            shown.forgetKeys()
            next?.forgetKeys()
            log.error("\(layout.entityName): results could not be updated, and the update is tried again: \(error)")
        }
    }

    /// Fetched models, with the keys by which other models are put in their places among them.
    private func placed(_ models: [Element]) -> PlacedResults<Element> {
        guard let order = query.sharedOrder else { return PlacedResults(models, titles: titles(of: models)) }
        let registry = unit.notifying.registry()
        let keys = order.keys(of: models, in: registry)
        var results = PlacedResults(models, keys: keys, titles: section.map { _ in keys.map(\.title) })
        if order.placing.order.keys.isEmpty {
            results.isInRowOrder = zip(keys, keys.dropFirst()).allSatisfy {
                order.placing.precedesByRow($0.state, $1.state)
            }
        }
        return results
    }

    private func titles(of models: [Element]) -> [String]? {
        section.map { section in models.map { SharedOrder.title(section, of: ModelRow($0)) } }
    }

    private func showNext() {
        if isFailureAnnounced != (failure != nil) {
            isFailureAnnounced.toggle()
            announce {}
        }
        if let results = next {
            let isSame = results.count == shown.count && zip(results.elements, shown.elements).allSatisfy { $0 === $1 }
            guard !isSame || !results.titles.elementsEqual(shown.titles) else {
                // A model may have got another state, or another place among its equals.
                next = nil
                return show(results, isNew: false)
            }
        } else if let patch {
            if shown.isSame(after: patch), !shown.isRetitled(by: patch) {
                self.patch = nil
                shown.replaceKeys(patch)
                return follow(patch)
            }
        } else {
            return
        }
        // Observers are notified before the change is made, and may come back here: their changes are built on this.
        announce {
            if let results = exchange(&next, with: nil) {
                show(results)
            } else if let patch = exchange(&patch, with: nil) {
                shownArray = nil
                shown.apply(patch)
                changeSections(patch)
                follow(patch)
            }
        }
    }

    private func show(_ results: PlacedResults<Element>, isNew: Bool = true) {
        let before = shown.states
        if isNew { shownArray = nil }
        shown = results
        if isNew { changeSections(nil) }
        follow(results.states, instead: before)
    }

    /// Marks states with the observers that have them as results. Where a change of any read slot leads to a fetch, the
    /// marks are not used.
    private func follow(_ states: ChunkedArray<ModelState>, instead before: ChunkedArray<ModelState>? = nil) {
        let old = isFollowing ? before ?? shown.states : ChunkedArray()
        isFollowing = query.upkeep != .fetchingForReads && !(states.isEmpty && before == nil)
        let states = isFollowing ? states : ChunkedArray()
        let former = Set(old.map { ObjectIdentifier($0) })
        let new = Set(states.map { ObjectIdentifier($0) })
        for state in old where !new.contains(ObjectIdentifier(state)) { state.observing.forgetWatcher(number) }
        for state in states where !former.contains(ObjectIdentifier(state)) { addWatcher(to: state) }
    }

    private func follow(_ patch: ResultsPatch<Element>) {
        for state in patch.left { state.observing.forgetWatcher(number) }
        for state in patch.joined { addWatcher(to: state) }
    }

    private func addWatcher(to state: ModelState) {
        let registry = unit.observers
        state.observing.addWatcher(number) { registry?.isAlive($0) ?? false }
    }
}

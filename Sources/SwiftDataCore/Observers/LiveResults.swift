import Foundation

/// The models that a descriptor describes, kept current while the context and others change them.
final class LiveResults<Element: PersistentModel>: AnyLiveResults {
    let unit: UnitOfWork
    private(set) var descriptor: FetchDescriptor<Element>
    private(set) var query: LiveQuery<Element>
    /// What results are grouped by.
    let section: QueryNode?
    private(set) var elements: [Element] = []
    /// The title of each element's section, where there are sections.
    private(set) var titles: [String] = []
    /// The states of the elements: a model may have another one later.
    private(set) var states: [ModelState] = []
    /// The states that know of these results.
    private var followed: [ModelState] = []
    /// Results that are worked out and not shown yet.
    var next: [Element]?
    /// Whether the results are not what a fetch gave, because somebody has set them.
    var isOverridden = false
    /// Calls what changes the results, and tells Observation.
    var announce: (() -> Void) -> Void = { $0() }
    /// Lets go of sections that were made of other results.
    var forgetSections: () -> Void = {}

    init(_ descriptor: FetchDescriptor<Element>, section: QueryNode?, unit: UnitOfWork) throws {
        self.unit = unit
        self.descriptor = descriptor
        self.section = section
        query = try LiveQuery(descriptor, section: section, schema: unit.core.schema)
        super.init()
    }

    override var layout: ModelLayout { Element._$modelLayout }
    override var watch: ObserverWatch { query.watch(of: layout) }

    /// The first fetch.
    func start(isolation: (any Actor)?) throws {
        let registry = unit.observerRegistry()
        let models = try fetched()
        registry.add(self, isolation: isolation)
        show(models)
    }

    /// Takes another descriptor. Where it cannot be fetched, the results stay as they are, and that is logged.
    func change(_ descriptor: FetchDescriptor<Element>) {
        do {
            query = try LiveQuery(descriptor, section: section, schema: unit.core.schema)
            self.descriptor = descriptor
        } catch {
            log.error("\(layout.entityName): results could not be fetched anew: \(error)")
            return
        }
        next = nil
        follow([])
        unit.observerRegistry().change(self)
        needsFetch = true
        fetchAgain()
        if needsFetch { unit.observerRegistry().noteBehind() }
        follow(states)
        showNext()
    }

    /// Brings the results up to date.
    func refresh() {
        unit.observers?.run()
        showNext()
    }

    /// Sets the results until the next change that matters.
    func override(_ models: [Element]) {
        next = nil
        show(models)
        isOverridden = true
    }

    override func isAffected(by subject: ResultSubject) -> Bool {
        let touch = subject.touch
        if query.upkeep == .fetchingForReads {
            // Without unsaved changes, only what was written counts.
            guard query.includesPending || subject.isStored else { return isRetitled(by: touch) }
            needsFetch = true
            return true
        }
        if !query.includesPending {
            guard subject.isStored else { return isMember(subject) && isRetitled(by: touch) }
        } else if !touch.hasMoved, !touch.isOthers, !touch.slots.intersects(query.reads.own) {
            return false
        }
        let isMember = isMember(subject)
        let readsBefore = unit.reads.attempts
        let isMatch = isMember && !mayLeave(touch) || isMatch(subject)
        if unit.reads.attempts != readsBefore {
            // What could not be read, the fetch tells, or it is tried again.
            needsFetch = true
            return true
        }
        guard isMember || isMatch, !(isMember && isMatch && !mayMove(touch)) else { return false }
        if query.upkeep == .patching, !isOverridden {
            waiting.append((subject, isMatch))
        } else {
            needsFetch = true
        }
        return true
    }

    override func update() {
        if needsFetch {
            fetchAgain()
        } else if waiting.isEmpty {
            next = next ?? elements
        } else {
            let readsBefore = unit.reads.attempts
            patch()
            // The places of models that could not be read are not known.
            if unit.reads.attempts != readsBefore {
                needsFetch = true
                fetchAgain()
            }
        }
    }

    override func commit() { showNext() }

    /// Whether a change that does not count may still be seen in the titles: models have one value, saved or not.
    private func isRetitled(by touch: ResultTouch) -> Bool {
        section != nil && (touch.hasMoved || touch.slots.intersects(query.placingSlots))
    }

    private func isMember(_ subject: ResultSubject) -> Bool {
        subject.state?.watchers.contains(number) ?? false || subject.touch.formerWatchers.contains(number)
    }

    private func isMatch(_ subject: ResultSubject) -> Bool {
        guard query.includesPending ? subject.isThere : subject.hasRow, let own = subject.layout, own.isKind(of: layout)
        else { return false }
        guard let row = query.includesPending ? subject.queryRow : subject.storedRow else {
            // What a row that is not at hand has, a fetch tells.
            return !query.includesPending
        }
        unit.observers?.counts.tests += 1
        return query.matches(row)
    }

    /// Whether a model that is among the results may not be one any more.
    private func mayLeave(_ touch: ResultTouch) -> Bool {
        touch.hasMoved || touch.isOthers || touch.isSaved || touch.slots.intersects(query.decidingSlots)
    }

    /// Whether a model that is among the results may have to move.
    private func mayMove(_ touch: ResultTouch) -> Bool {
        touch.hasMoved || touch.isOthers || touch.isSaved || touch.slots.intersects(query.placingSlots)
    }
}

// MARK: - Fetching and showing

extension LiveResults {
    private func fetched() throws -> [Element] {
        unit.observerRegistry().counts.fetches += 1
        return try unit.fetch(descriptor)
    }

    func fetchAgain() {
        waiting = []
        do {
            next = try fetched()
            needsFetch = false
            isOverridden = false
        } catch {
            log.error("\(layout.entityName): results could not be brought up to date, which is tried again: \(error)")
        }
    }

    private func showNext() {
        guard let models = next else { return }
        let isSame = models.count == elements.count && zip(models, elements).allSatisfy { $0 === $1 }
        if isSame, section == nil || titles(of: models) == titles {
            // A model may have got another state.
            let states = models.map(\._$modelState)
            next = nil
            if !zip(states, self.states).allSatisfy({ $0 === $1 }) { show(models) }
            return
        }
        // Observers are told before the change is made, and may come back here: what they lead to is built on this.
        announce {
            if let models = exchange(&next, with: nil) { show(models) }
        }
    }

    private func show(_ models: [Element]) {
        elements = models
        forgetSections()
        titles = titles(of: models)
        states = models.map(\._$modelState)
        follow(states)
    }

    private func titles(of models: [Element]) -> [String] {
        guard let section else { return [] }
        let evaluator = QueryEvaluator(section)
        return models.map { model in
            guard let title = evaluator.value(for: ModelRow(model)) else { return "" }
            return (try? title.string()) ?? ""
        }
    }

    /// Lets states know whose results they are. Where a change of anything read leads to a fetch, nobody asks them.
    private func follow(_ states: [ModelState]) {
        let states = query.upkeep == .fetchingForReads ? [] : states
        let old = Set(followed.map { ObjectIdentifier($0) })
        let new = Set(states.map { ObjectIdentifier($0) })
        for state in followed where !new.contains(ObjectIdentifier(state)) { state.forgetWatcher(number) }
        let registry = unit.observers
        for state in states where !old.contains(ObjectIdentifier(state)) {
            state.addWatcher(number) { registry?.isAlive($0) ?? false }
        }
        followed = states
    }
}

public import Foundation
public import Observation

/// The models that a fetch describes, kept current: unsaved changes of the context, saves of other contexts and
/// commits of other processes show as soon as ``results`` is read.
///
/// ```swift
/// let unread = try ResultsObserver(filterBy: #Predicate<Book> { !$0.isRead }, modelContext: context)
/// for await titles in Observations({ unread.results.map(\.title) }) { print(titles) }
/// ```
///
/// Observation is notified once for each turn of the isolation that the observer was made in, and only if the results
/// did change. An observer that was made in no isolation cannot check the results itself: it notifies Observation at
/// once when the results may have changed. Like its context, an observer is used by one isolation at a time.
final public class ResultsObserver<Element, SectionTitle>: nonisolated Observable, CustomDebugStringConvertible
where Element: PersistentModel, SectionTitle: Hashable {
    /// The context whose models are observed.
    public final let modelContext: ModelContext
    /// The key path by which the results are grouped, or nil.
    public final var sectionBy: PartialKeyPath<Element>? { grouping?.keyPath }

    let live: LiveResults<Element>
    private let grouping: ResultsGrouping<Element, SectionTitle>?
    private let registrar = ObservationRegistrar()
    private let token = ResultsToken()
    private weak var isolation: (any Actor)?
    /// The sections of the results, once they have been asked for, or as they were set.
    private var knownSections: SectionedResults<Element, SectionTitle>?
    /// True if the program has set the sections. They are then not the sections of the results.
    private var areSectionsSet = false

    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method``.
    init(
        _ descriptor: FetchDescriptor<Element>,
        _ grouping: ResultsGrouping<Element, SectionTitle>?,
        _ modelContext: ModelContext,
        _ isolation: (any Actor)?
    ) throws {
        self.modelContext = modelContext
        self.grouping = grouping
        self.isolation = isolation
        var descriptor = descriptor
        if let grouping { descriptor.sortBy = grouping.prepended(to: descriptor.sortBy) }
        let section = try grouping?.sort.first.map { try QuerySort($0).key }
        live = try LiveResults(descriptor, section: section, unit: modelContext.unit)
        let announcer = ResultsAnnouncer { [weak self] change in
            if let self { self.announce(change) } else { change() }
        }
        live.announce = announcer.announce
        live.changeSections = { [weak self] in self?.changeSections($0) }
        let token = token
        live.signal.connect { token.notify() }
        try modelContext.unit.exclusively { try live.start(isolation: isolation) }
    }

    deinit {
        guard let isolation else { return }
        if isolation === MainActor.shared, Thread.isMainThread { return }
        // Models and contexts end where they are used, wherever the last reference to the observer was.
        let remains = Remains(live, modelContext)
        inTaskOfItsOwn { await remains.release(in: isolation) }
    }

    /// The descriptor of the fetch. It changes by ``filterBy`` and ``sortBy``.
    public final var fetchDescriptor: FetchDescriptor<Element> {
        registrar.access(self, keyPath: \.fetchDescriptor)
        return live.descriptor
    }

    /// The condition. The results are fetched again when it is set; if that fails, they stay, and it is logged.
    public final var filterBy: Predicate<Element>? {
        get {
            registrar.access(self, keyPath: \.filterBy)
            return live.descriptor.predicate
        }
        set {
            var descriptor = live.descriptor
            descriptor.predicate = newValue
            registrar.withMutation(of: self, keyPath: \.filterBy) { change(descriptor) }
        }
    }

    /// The order. The results are fetched again when it is set; if that fails, they stay, and it is logged.
    ///
    /// The key path by which the results are grouped is their first sort key. It is put first unless you put it there,
    /// for instance in reverse.
    public final var sortBy: [SortDescriptor<Element>] {
        get {
            registrar.access(self, keyPath: \.sortBy)
            return live.descriptor.sortBy
        }
        set {
            var descriptor = live.descriptor
            descriptor.sortBy = grouping?.prepended(to: newValue) ?? newValue
            registrar.withMutation(of: self, keyPath: \.sortBy) { change(descriptor) }
        }
    }

    private func change(_ descriptor: FetchDescriptor<Element>) {
        registrar.withMutation(of: self, keyPath: \.fetchDescriptor) {
            modelContext.unit.exclusively { live.change(descriptor) }
        }
    }

    /// The models, current at the moment of reading. Models that you set stay until the next change that matters.
    public final var results: FetchResultsCollection<Element> {
        get {
            registrar.access(self, keyPath: \.results)
            token.access()
            return FetchResultsCollection(current)
        }
        set { set(newValue) }
        _modify {
            registrar.access(self, keyPath: \.results)
            var value = FetchResultsCollection(current)
            defer { set(value) }
            yield &value
        }
    }

    /// The models in sections, current at the moment of reading; nil where nothing groups them.
    public final var sections: SectionedResults<Element, SectionTitle>? {
        get {
            registrar.access(self, keyPath: \.sections)
            token.access()
            return currentSections
        }
        set { set(newValue) }
        _modify {
            registrar.access(self, keyPath: \.sections)
            var value = currentSections
            defer { set(value) }
            yield &value
        }
    }

    /// The results as an array, which is made once for each change of them.
    final var array: [Element] {
        registrar.access(self, keyPath: \.results)
        token.access()
        _ = current
        return live.array
    }

    /// The failure of the newest fetch; nil where it has succeeded. Reading it brings the results up to date.
    final var failure: (any Error)? {
        registrar.access(self, keyPath: \.results)
        token.access()
        _ = current
        return live.failure
    }

    /// The class, the number of results, and whether they are in sections; no stored value.
    public final var debugDescription: String {
        "\(Self.self)(\(live.elements.count) results\(grouping == nil ? "" : " in sections"))"
    }
}

extension ResultsObserver {
    private var current: ChunkedArray<Element> {
        for _ in 0..<1_000 {
            // It is known at once whether the arrived changes matter.
            live.signal.disarm()
            let unit = modelContext.unit
            unit.exclusively {
                live.refresh()
                unit.observers?.arm(live)
            }
            // A save that arrived in between has notified no observer, nor would a later one.
            guard modelContext.unit.receiving.hasWaitingDelivery else { break }
        }
        return live.elements
    }

    private var currentSections: SectionedResults<Element, SectionTitle>? {
        guard let grouping else { return nil }
        let elements = current
        if let knownSections { return knownSections }
        let sections = SectionedResults(elements, titles: live.titles.map(grouping.title))
        knownSections = sections
        areSectionsSet = false
        return sections
    }

    private func changeSections(_ patch: ResultsPatch<Element>?) {
        guard let grouping, let patch, !areSectionsSet, knownSections?.apply(patch, title: grouping.title) == true
        else {
            knownSections = nil
            return
        }
    }

    private func set(_ results: FetchResultsCollection<Element>) {
        modelContext.unit.exclusively { announce { live.override(Array(results)) } }
    }

    private func set(_ sections: SectionedResults<Element, SectionTitle>?) {
        registrar.withMutation(of: self, keyPath: \.sections) {
            knownSections = sections
            areSectionsSet = true
        }
    }

    /// Notifies Observation of a change of the results, and makes it.
    private func announce(_ change: () -> Void) {
        registrar.withMutation(of: self, keyPath: \.results) {
            registrar.withMutation(of: self, keyPath: \.sections) { change() }
        }
    }
}

/// Notifies the readers of an observer's or a query's results that these may have changed, on any thread.
///
/// It is read beside the results. The notifying code does not hold the observer, whose end belongs where its context is
/// used.
final class ResultsToken: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    private var change: Void { () }

    func access() { registrar.access(self, keyPath: \.change) }

    func notify() { registrar.withMutation(of: self, keyPath: \.change) {} }
}

/// Notifies Observation on behalf of an observer.
///
/// `@unchecked Sendable` without a lock: reading the weak reference in it is safe on any thread, and so is notifying
/// the observer's registrar. A change of the observer itself is given to it in the observer's isolation only.
private final class ResultsAnnouncer: @unchecked Sendable {
    let announce: (() -> Void) -> Void

    init(_ announce: @escaping (() -> Void) -> Void) { self.announce = announce }
}

/// The objects that an observer leaves behind, on the way to the isolation that may release them.
///
/// `@unchecked Sendable` without a lock: one task has it, and opens it in the isolation that it belongs to.
private final class Remains: @unchecked Sendable {
    private var contents: [AnyObject]

    init(_ contents: AnyObject...) { self.contents = contents }

    func release(in isolation: isolated any Actor) { contents = [] }
}

/// The state of an iterator over the states of results: the results, kept current, and the signal that it waits for.
final class ResultCursor<Model: PersistentModel, Value> {
    private let context: ModelContext
    private let descriptor: FetchDescriptor<Model>
    private let transform: (Model) throws -> Value
    private let signal = ResultSignal()
    private let listening: CommitFeed.Listening?
    private var live: LiveResults<Model>?
    /// True if the results were shown again.
    private var isAnnounced = true
    private var isLooking = false
    private var identifiers: Set<PersistentIdentifier> = []
    private var last: [Value]?
    private var isOver = false

    /// - Parameter isOwnContext: True if only the cursor uses the context, so that its models change only by saves of
    ///   other contexts and processes.
    init(
        _ context: ModelContext,
        _ descriptor: FetchDescriptor<Model>,
        isOwnContext: Bool,
        _ transform: @escaping (Model) throws -> Value
    ) {
        self.context = context
        self.descriptor = descriptor
        self.transform = transform
        guard isOwnContext else {
            listening = nil
            return
        }
        let core = context.unit.core
        let entities = ResultEntities(of: Model.self, in: core.schema)
        let signal = signal
        listening = core.commits.listen { signal.hear($0, entities) }
    }

    func next(isolation: isolated (any Actor)?) async throws -> [Value]? {
        while !isOver, !Task.isCancelled {
            do {
                if let values = try look() { return values }
            } catch {
                isOver = true
                throw error
            }
            await signal.wait()
        }
        return nil
    }

    /// The values, if they differ from the values that were handed out last.
    private func look() throws -> [Value]? {
        let live = try self.live ?? start()
        guard let isWritten = signal.begin() else { return nil }
        // Before the results are brought up to date, so that changes that come meanwhile are reported.
        context.unit.observers?.arm(live)
        isLooking = true
        live.refresh()
        isLooking = false
        let isChanged = exchange(&isAnnounced, with: false)
        if isChanged { identifiers = Set(live.elements.map(\.persistentModelID)) }
        signal.end(identifiers)
        guard isChanged || isWritten else { return nil }
        let values = try live.elements.map(transform)
        if let last, Self.areEqual(values, last) { return nil }
        last = values
        return values
    }

    private func start() throws -> LiveResults<Model> {
        let live = try LiveResults(descriptor, section: nil, unit: context.unit)
        let signal = signal
        live.announce = { [weak self] change in
            change()
            guard let self else { return }
            isAnnounced = true
            // Another user of the context may have brought the results up to date.
            if !isLooking { signal.mark() }
        }
        // In a context of its own, nothing changes except by commits.
        if listening == nil { live.signal.connect { signal.mark() } }
        try live.start(isolation: nil)
        self.live = live
        return live
    }

    /// True if values can be compared and are the same.
    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
        guard let left = left as? any Equatable else { return false }
        func isEqual<Some: Equatable>(_ left: Some) -> Bool { (right as? Some).map { $0 == left } ?? false }
        return isEqual(left)
    }
}

/// A property with the models that a fetch describes, which stay current.
///
/// ```swift
/// @Query(filter: #Predicate<Trip> { !$0.isDone }, sort: \.startDate) var trips: [Trip]
/// ```
///
/// Observation is notified of changes as by ``ResultsObserver``, which the query is made of: a read of the property in
/// a tracked closure or a view is notified when the models change. The property is read on the main actor.
///
/// The context is that of an adapter for a user interface, else that of `ModelContainer.withCurrent`, else the main
/// context of `ModelContainer.default`. Where there is none, the results are empty, and ``fetchError`` and the log have
/// the reason.
///
/// Differs from Apple's: a property wrapper instead of a macro. It can also be used in `@Observable` classes, marked
/// `@ObservationIgnored`, and for variables of functions.
@MainActor @preconcurrency @propertyWrapper
public struct Query<Element, Result>: Sendable
where Element: PersistentModel, Result: QueryResult, Result.Model == Element {
    // A reference and a closure, without padding: user interfaces compare views byte by byte, and padding has any bytes.
    package let box: QueryBox<Element>
    private let shape: @MainActor @Sendable (QueryBox<Element>) -> Result
    /// The transaction with which a user interface is to show changes; nil for none. An addition to Apple's API.
    public nonisolated var transaction: QueryTransaction? { box.transaction }

    // Without it, `@Query private var trips: [Trip]` would make the memberwise initialiser of its type private: the compiler
    // leaves out private properties whose wrapper has an initialiser without parameters, in its declaration itself.
    /// Queries all models, in no order.
    public nonisolated init() where Result == [Element] { self.init(FetchDescriptor()) }

    nonisolated init(
        _ request: QueryRequest<Element>,
        _ transaction: QueryTransaction?,
        _ shape: @escaping @MainActor @Sendable (QueryBox<Element>) -> Result
    ) {
        box = QueryBox(request, transaction)
        self.shape = shape
    }

    /// The models as of now. After a fetch that fails, the former ones stay: see ``fetchError``.
    public var wrappedValue: Result { shape(box) }

    /// The failure of the newest fetch; nil where the results are current.
    public var fetchError: (any Error)? { box.error }

    /// The models in sections; empty where the query has no `sectionBy`.
    public var sections: SectionedResults<Element, String> { box.sections }

    /// The context that the query uses.
    ///
    /// Without one, it is a context without models, as in Apple's environment.
    public var modelContext: ModelContext { box.context ?? .withoutModels }

    /// Does nothing: results are current whenever they are read. User interfaces call it before they draw.
    public nonisolated func update() {}
}

extension ModelContext {
    /// The context of queries and environments that have none: that of a container without models and stores.
    @MainActor static let withoutModels: ModelContext = {
        let core = ContainerCore(schema: Schema([]), migrationPlan: nil, stores: [], configurations: [])
        return ModelContext(core.container())
    }()
}

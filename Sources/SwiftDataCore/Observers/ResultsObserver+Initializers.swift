public import Foundation

// Twelve ways to make an observer: a descriptor, or its condition and order; a context, or a container of which the
// observer makes a context of its own; without sections, or grouped by a string or an optional string.

extension ResultsObserver where SectionTitle == Never {
    /// Observes the models that a descriptor describes, in a context.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, modelContext, isolation)
    }

    /// Observes the models that match a condition, in an order, in a context.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext, isolation)
    }

    /// Observes the models that a descriptor describes, in a context of its own.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, ModelContext(modelContainer), isolation)
    }

    /// Observes the models that match a condition, in an order, in a context of its own.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            nil,
            ModelContext(modelContainer),
            isolation
        )
    }
}

extension ResultsObserver where SectionTitle == String {
    /// Observes the models that a descriptor describes, grouped by a string, in a context.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, ResultsGrouping(sectionBy), modelContext, isolation)
    }

    /// Observes the models that match a condition, in an order, grouped by a string, in a context.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            ResultsGrouping(sectionBy),
            modelContext,
            isolation
        )
    }

    /// Observes the models that a descriptor describes, grouped by a string, in a context of its own.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, ResultsGrouping(sectionBy), ModelContext(modelContainer), isolation)
    }

    /// Observes the models that match a condition, in an order, grouped by a string, in a context of its own.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            ResultsGrouping(sectionBy),
            ModelContext(modelContainer),
            isolation
        )
    }

    /// Observes the models that a descriptor describes, grouped by a string, in a context. Nil is
    /// in the section `""`.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, ResultsGrouping(sectionBy), modelContext, isolation)
    }

    /// Observes the models that match a condition, in an order, grouped by a string, in a context. Nil is
    /// in the section `""`.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            ResultsGrouping(sectionBy),
            modelContext,
            isolation
        )
    }

    /// Observes the models that a descriptor describes, grouped by a string, in a context of its own. Nil is
    /// in the section `""`.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, ResultsGrouping(sectionBy), ModelContext(modelContainer), isolation)
    }

    /// Observes the models that match a condition, in an order, grouped by a string, in a context of its own. Nil is
    /// in the section `""`.
    /// - Throws: The errors of ``ModelContext/fetch(_:)-swift.method`` where the first fetch fails, and
    ///   ``SwiftDataError/unsupportedSortDescriptor`` where the models are grouped by a property that is not stored.
    public convenience init(
        filterBy: Predicate<Element>? = nil,
        sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []),
            ResultsGrouping(sectionBy),
            ModelContext(modelContainer),
            isolation
        )
    }
}

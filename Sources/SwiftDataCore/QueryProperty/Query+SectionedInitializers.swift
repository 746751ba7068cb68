public import Foundation

// Apple's initialisers with sections.

extension Query where Result == SectionedResults<Element, String> {
    /// Queries the models that match a condition, in the order of a property, grouped by a string.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that match a condition, in the order of a property, grouped by a string or nil, which is in
    /// the section `""`.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that match a condition, in the order of a property, grouped by a string, with an animation of
    /// changes.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }

    /// Queries the models that match a condition, in the order of a property, grouped by a string or nil, which is in
    /// the section `""`, with an animation of changes.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }

    /// Queries the models that match a condition, in the order of an optional property, grouped by a string.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that match a condition, in the order of an optional property, grouped by a string or nil,
    /// which is in the section `""`.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that match a condition, in the order of an optional property, grouped by a string, with an
    /// animation of changes.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }

    /// Queries the models that match a condition, in the order of an optional property, grouped by a string or nil,
    /// which is in the section `""`, with an animation of changes.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) where Value: Comparable {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }

    /// Queries the models that match a condition, in the order of descriptors, grouped by a string.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: descriptors)
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that match a condition, in the order of descriptors, grouped by a string or nil, which is in
    /// the section `""`.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: descriptors)
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that match a condition, in the order of descriptors, grouped by a string, with an animation
    /// of changes.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: descriptors)
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }

    /// Queries the models that match a condition, in the order of descriptors, grouped by a string or nil, which is in
    /// the section `""`, with an animation of changes.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: descriptors)
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }

    /// Queries the models that a descriptor describes, grouped by a string.
    public nonisolated init(
        _ descriptor: FetchDescriptor<Element>,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) {
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that a descriptor describes, grouped by a string or nil, which is in the section `""`.
    public nonisolated init(
        _ descriptor: FetchDescriptor<Element>,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) {
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), transaction) { $0.sections }
    }

    /// Queries the models that a descriptor describes, grouped by a string, with an animation of changes.
    public nonisolated init(
        _ descriptor: FetchDescriptor<Element>,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String>
    ) {
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }

    /// Queries the models that a descriptor describes, grouped by a string or nil, which is in the section `""`, with
    /// an animation of changes.
    public nonisolated init(
        _ descriptor: FetchDescriptor<Element>,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) {
        self.init(QueryRequest(descriptor, ResultsGrouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.sections
        }
    }
}

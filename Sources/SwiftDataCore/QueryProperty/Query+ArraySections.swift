public import Foundation

// Initialisers of arrays with sections, as the first talk about them has them: `_trips.sections` has the sections.

/// The type of a property by which models are grouped: `String` or `String?`.
public protocol QuerySectionTitle {}

extension String: QuerySectionTitle {}
extension Optional: QuerySectionTitle where Wrapped == String {}

extension QuerySectionTitle {
    fileprivate static func grouping<Element>(_ keyPath: KeyPath<Element, Self>) -> ResultsGrouping<Element, String>? {
        if let keyPath = keyPath as? KeyPath<Element, String> { return ResultsGrouping(keyPath) }
        return (keyPath as? KeyPath<Element, String?>).map { ResultsGrouping($0) }
    }
}

extension Query where Result == [Element] {
    /// Queries the models that match a condition, in the order of a property, grouped by a string.
    @_disfavoredOverload
    public nonisolated init<Value, Title>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Value: Comparable, Title: QuerySectionTitle {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), transaction) { $0.models }
    }

    /// Queries the models that match a condition, in the order of a property, grouped by a string, with an animation of
    /// changes.
    @_disfavoredOverload
    public nonisolated init<Value, Title>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Value: Comparable, Title: QuerySectionTitle {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.models
        }
    }

    /// Queries the models that match a condition, in the order of an optional property, grouped by a string.
    @_disfavoredOverload
    public nonisolated init<Value, Title>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Value: Comparable, Title: QuerySectionTitle {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), transaction) { $0.models }
    }

    /// Queries the models that match a condition, in the order of an optional property, grouped by a string, with an
    /// animation of changes.
    @_disfavoredOverload
    public nonisolated init<Value, Title>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Value: Comparable, Title: QuerySectionTitle {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sendable(keyPath), order: order)])
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.models
        }
    }

    /// Queries the models that match a condition, in the order of descriptors, grouped by a string.
    @_disfavoredOverload
    public nonisolated init<Title>(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Title: QuerySectionTitle {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: descriptors)
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), transaction) { $0.models }
    }

    /// Queries the models that match a condition, in the order of descriptors, grouped by a string, with an animation
    /// of changes.
    @_disfavoredOverload
    public nonisolated init<Title>(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Title: QuerySectionTitle {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: descriptors)
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.models
        }
    }

    /// Queries the models that a descriptor describes, grouped by a string.
    @_disfavoredOverload
    public nonisolated init<Title>(
        _ descriptor: FetchDescriptor<Element>,
        transaction: QueryTransaction? = nil,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Title: QuerySectionTitle {
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), transaction) { $0.models }
    }

    /// Queries the models that a descriptor describes, grouped by a string, with an animation of changes.
    @_disfavoredOverload
    public nonisolated init<Title>(
        _ descriptor: FetchDescriptor<Element>,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Title: QuerySectionTitle {
        self.init(QueryRequest(descriptor, Title.grouping(sectionKeyPath)), QueryTransaction(animation: animation)) {
            $0.models
        }
    }
}

public import Foundation

// Initialisers of arrays with sections, as the first talk about them has them: `_trips.sections` has the sections.

/// The type of a property by which models are grouped: `String` or `String?`.
///
/// No other type can conform. It would have to make a ``QuerySectionGrouping``, which has no public initialiser.
public protocol QuerySectionTitle {
    /// The grouping by a property of this type. Not for programs.
    static func _grouping<Element: PersistentModel>(
        _ keyPath: KeyPath<Element, Self>
    ) -> QuerySectionGrouping<Element>
}

/// A grouping of models by a string. Only the library makes one.
public struct QuerySectionGrouping<Element: PersistentModel> {
    fileprivate let grouping: ResultsGrouping<Element, String>
}

extension String: QuerySectionTitle {
    /// The grouping by a string. Not for programs.
    public static func _grouping<Element: PersistentModel>(
        _ keyPath: KeyPath<Element, String>
    ) -> QuerySectionGrouping<Element> {
        QuerySectionGrouping(grouping: ResultsGrouping(keyPath))
    }
}

extension Optional: QuerySectionTitle where Wrapped == String {
    /// The grouping by a string or nil, which is in the section `""`. Not for programs.
    public static func _grouping<Element: PersistentModel>(
        _ keyPath: KeyPath<Element, String?>
    ) -> QuerySectionGrouping<Element> {
        QuerySectionGrouping(grouping: ResultsGrouping(keyPath))
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
        self.init(QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping), transaction) { $0.models }
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
        self.init(
            QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping),
            QueryTransaction(animation: animation)
        ) {
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
        self.init(QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping), transaction) { $0.models }
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
        self.init(
            QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping),
            QueryTransaction(animation: animation)
        ) {
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
        self.init(QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping), transaction) { $0.models }
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
        self.init(
            QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping),
            QueryTransaction(animation: animation)
        ) {
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
        self.init(QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping), transaction) { $0.models }
    }

    /// Queries the models that a descriptor describes, grouped by a string, with an animation of changes.
    @_disfavoredOverload
    public nonisolated init<Title>(
        _ descriptor: FetchDescriptor<Element>,
        animation: QueryAnimation,
        sectionBy sectionKeyPath: KeyPath<Element, Title>
    ) where Title: QuerySectionTitle {
        self.init(
            QueryRequest(descriptor, Title._grouping(sectionKeyPath).grouping),
            QueryTransaction(animation: animation)
        ) {
            $0.models
        }
    }
}

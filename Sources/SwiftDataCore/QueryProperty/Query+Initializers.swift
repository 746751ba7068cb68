public import Foundation

// Apple's initialisers without sections. `animation:` is a transaction with an animation.

extension Query where Result == [Element] {
    /// Queries the models that match a condition, in the order of descriptors.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        transaction: QueryTransaction? = nil
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), transaction: transaction)
    }

    /// Queries the models that match a condition, in the order of descriptors, with an animation of changes.
    public nonisolated init(
        filter: Predicate<Element>? = nil,
        sort descriptors: [SortDescriptor<Element>] = [],
        animation: QueryAnimation
    ) {
        self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), animation: animation)
    }

    /// Queries the models that match a condition, in the order of a property.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil
    ) where Value: Comparable {
        self.init(filter: filter, sort: [SortDescriptor(sendable(keyPath), order: order)], transaction: transaction)
    }

    /// Queries the models that match a condition, in the order of an optional property.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        transaction: QueryTransaction? = nil
    ) where Value: Comparable {
        self.init(filter: filter, sort: [SortDescriptor(sendable(keyPath), order: order)], transaction: transaction)
    }

    /// Queries the models that match a condition, in the order of a property, with an animation of changes.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value>,
        order: SortOrder = .forward,
        animation: QueryAnimation
    ) where Value: Comparable {
        self.init(filter: filter, sort: [SortDescriptor(sendable(keyPath), order: order)], animation: animation)
    }

    /// Queries the models that match a condition, in the order of an optional property, with an animation of changes.
    public nonisolated init<Value>(
        filter: Predicate<Element>? = nil,
        sort keyPath: KeyPath<Element, Value?>,
        order: SortOrder = .forward,
        animation: QueryAnimation
    ) where Value: Comparable {
        self.init(filter: filter, sort: [SortDescriptor(sendable(keyPath), order: order)], animation: animation)
    }

    /// Queries the models that a descriptor describes.
    public nonisolated init(_ descriptor: FetchDescriptor<Element>, transaction: QueryTransaction? = nil) {
        self.init(QueryRequest(descriptor), transaction) { $0.models }
    }

    /// Queries the models that a descriptor describes, with an animation of changes.
    public nonisolated init(_ descriptor: FetchDescriptor<Element>, animation: QueryAnimation) {
        self.init(descriptor, transaction: QueryTransaction(animation: animation))
    }
}

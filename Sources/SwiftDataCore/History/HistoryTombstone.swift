/// The values that the history keeps of a deleted model: the values of its attributes with `.preserveValueOnDeletion`.
///
/// `@unchecked Sendable` without a lock: it is immutable, its values are Sendable, and the key paths lead to stored
/// properties, which capture nothing.
public struct HistoryTombstone<Model>: Sequence, @unchecked Sendable where Model: PersistentModel {
    /// A value that was kept.
    public typealias Element = Any

    private let values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]

    /// A tombstone with values, in an order.
    ///
    /// An addition to Apple's API, for stores that provide their own history.
    public init(_ values: [(PartialKeyPath<Model>, any Sendable)]) {
        self.values = values.map { (keyPath: $0.0, value: $0.1) }
    }

    /// The value that a property had, or nil where none was kept.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        if let kept = values.first(where: { $0.keyPath == keyPath }) { return kept.value }
        // A property of a superclass has more than one key path.
        let layout = Model._$modelLayout
        guard !values.isEmpty, let slot = layout.slot(for: keyPath) else { return nil }
        return values.first { layout.slot(for: $0.keyPath) == slot }?.value
    }

    /// Iterates over the values that were kept.
    public func makeIterator() -> Iterator { Iterator(values: values.map(\.value)) }

    /// Iterates over the values of a tombstone.
    public struct Iterator: IteratorProtocol {
        /// A value that was kept.
        public typealias Element = Any

        private var values: ArraySlice<any Sendable>

        fileprivate init(values: [any Sendable]) { self.values = values[...] }

        /// The next value.
        public mutating func next() -> Any? { values.popFirst() }
    }
}

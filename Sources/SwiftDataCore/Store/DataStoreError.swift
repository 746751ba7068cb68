/// An error by which a store leaves work to the context, or reports that it cannot do the work.
public enum DataStoreError: Error, Equatable, Hashable {
    /// The store does not do this.
    case unsupportedFeature
    /// The context shall fetch everything and filter itself.
    case preferInMemoryFilter
    /// The context shall sort itself.
    case preferInMemorySort
    /// The predicate is not valid for this store.
    case invalidPredicate
}

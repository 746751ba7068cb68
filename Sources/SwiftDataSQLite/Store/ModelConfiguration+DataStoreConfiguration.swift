public import SwiftDataCore

extension ModelConfiguration: DataStoreConfiguration {
    /// The store that the configuration opens.
    public typealias Store = DefaultStore
}

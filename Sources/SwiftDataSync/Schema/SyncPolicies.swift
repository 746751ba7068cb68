public import SwiftDataCore
public import SwiftDataSyncCore

/// The merge policies of models: the way in which edits of several devices become one value.
///
/// A property without a policy of its own has the policy of its class, and a class without one has
/// ``SwiftDataSyncCore/MergePolicy/lastWriter``. All devices should use the same policies. Devices whose app versions disagree
/// keep equal states and read different values until they run the same version.
public struct SyncPolicies: Sendable {
    /// A policy and the property that it is for; nil for all properties of the class.
    struct Entry: Sendable {
        let layout: ModelLayout
        let slot: Int?
        let policy: MergePolicy
    }

    private(set) var entries: [Entry] = []
    /// The name of a class with a key path that is none of a stored property; nil where there is none.
    private(set) var misplaced: String?

    /// Creates policies that are `.lastWriter` everywhere.
    public init() {}

    /// Sets the policy of all properties of a class that have none of their own.
    public mutating func set<Model: PersistentModel>(_ policy: MergePolicy, for type: Model.Type) {
        entries.append(Entry(layout: ModelLayout.of(type), slot: nil, policy: policy))
    }

    /// Sets the policy of one property.
    ///
    /// A key path that names no stored property makes ``SyncEngine/init(_:transport:delegate:configuration:)`` throw.
    public mutating func set<Model: PersistentModel, Value>(
        _ policy: MergePolicy,
        for property: any KeyPath<Model, Value> & Sendable
    ) {
        let layout = ModelLayout.of(Model.self)
        guard let slot = layout.slot(for: property) else {
            misplaced = layout.entityName
            return
        }
        entries.append(Entry(layout: layout, slot: slot, policy: policy))
    }
}

/// The merge policies of a schema, by entity and property.
///
/// A policy decides which part of a property's state an edit writes and which part is read. Merging joins all parts whatever
/// the policies are, so that devices whose app versions disagree about a policy still keep equal states: they read different
/// parts of them until they run the same version.
public struct MergePolicies: Hashable, Sendable {
    private var entities: [SyncName: MergePolicy] = [:]
    private var properties: [SyncName: [SyncName: MergePolicy]] = [:]

    /// Creates policies that are `.lastWriter` everywhere.
    public init() {}

    /// Sets the policy of an entity's properties that have none of their own.
    public mutating func set(_ policy: MergePolicy, entity: SyncName) {
        entities[entity] = policy
    }

    /// Sets the policy of one property.
    public mutating func set(_ policy: MergePolicy, entity: SyncName, property: SyncName) {
        properties[entity, default: [:]][property] = policy
    }

    /// Returns the policy of a property: its own, that of its entity, or `.lastWriter`.
    public func policy(entity: SyncName, property: SyncName) -> MergePolicy {
        properties[entity]?[property] ?? entities[entity] ?? .lastWriter
    }
}

/// The facts of a schema about relationships and unique values, by entity.
///
/// Rules are facts of the app version, as policies are. Devices with other rules merge to the same states, and show other
/// rows until they run the same version. Joins are the exception: a device writes them into the state by its rules.
package struct SyncRules: Hashable, Sendable {
    /// The treatment of a record whose partner is deleted.
    package enum DeleteRule: Hashable, Sendable {
        /// The record is deleted as well.
        case cascade
        /// The relationship loses the partner. A partner that is required is kept instead, as with `.deny`.
        case nullify
        /// The partner is kept as long as the record lives.
        case deny
    }

    /// A to-one relationship that the record keeps as a property.
    package struct Reference: Hashable, Sendable {
        package let isRequired: Bool
        /// The delete rule of the inverse relationship, which the destination has.
        package let onDeletion: DeleteRule
        /// The name of the inverse of a one-to-one relationship, with the entity that declares it. Nil for other references, of
        /// which many may lead to one record.
        package let partner: SyncName?

        package init(isRequired: Bool = false, onDeletion: DeleteRule = .nullify, partner: SyncName? = nil) {
            self.isRequired = isRequired
            self.onDeletion = onDeletion
            self.partner = partner
        }

        /// True where the row waits until the destination has arrived. Other references read as null until then.
        package var needsDestination: Bool { isRequired || onDeletion != .nullify }

        var keepsDestination: Bool { onDeletion == .deny || (isRequired && onDeletion == .nullify) }
    }

    /// A many-to-many relationship that the record keeps the pairs of.
    package struct Pairs: Hashable, Sendable {
        /// The treatment of members whose owner is deleted.
        package let onOwnerDeletion: DeleteRule
        /// The treatment of owners whose member is deleted.
        package let onMemberDeletion: DeleteRule

        package init(onOwnerDeletion: DeleteRule = .nullify, onMemberDeletion: DeleteRule = .nullify) {
            self.onOwnerDeletion = onOwnerDeletion
            self.onMemberDeletion = onMemberDeletion
        }

        /// True where the life of one side depends on the other side.
        var concernLife: Bool { onOwnerDeletion != .nullify || onMemberDeletion != .nullify }
    }

    /// Properties whose values together belong to one row among the entities that share the constraint.
    package struct Unique: Hashable, Sendable {
        /// The entity that declares the constraint. Its subclasses name it too.
        package let scope: SyncName
        package let properties: [SyncName]

        package init(scope: SyncName, properties: [SyncName]) {
            self.scope = scope
            self.properties = properties
        }
    }

    /// The rules of one entity, with the rules that it inherits.
    package struct Entity: Hashable, Sendable {
        package let references: [SyncName: Reference]
        package let pairs: [SyncName: Pairs]
        package let unique: [Unique]

        package init(
            references: [SyncName: Reference] = [:],
            pairs: [SyncName: Pairs] = [:],
            unique: [Unique] = []
        ) {
            self.references = references
            self.pairs = pairs
            self.unique = unique
        }
    }

    package let entities: [SyncName: Entity]
    package let policies: MergePolicies

    package init(_ entities: [SyncName: Entity], policies: MergePolicies = MergePolicies()) {
        self.entities = entities
        self.policies = policies
    }
}

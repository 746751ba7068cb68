/// One step of a migration, as text for people.
package struct MigrationStep: Sendable, Hashable, CustomStringConvertible {
    package enum Subject: String, Sendable, Hashable {
        case entity, attribute, relationship
        case uniqueConstraint = "unique constraint"
        case index
    }

    package enum Change: Sendable, Hashable {
        case added
        case removed
        case renamed(from: String)
        /// The shape changed; both shapes are described in words.
        case changed(from: String, to: String)
        /// Rows without a value get the default.
        case madeRequired
        case madeOptional
    }

    package let subject: Subject
    /// The entity of the target, or of the source if it was removed.
    package let entity: String
    /// The property, or the properties of a constraint or an index; nil for an entity.
    package let property: String?
    package let change: Change
    /// True if the step changes the model in the file but no table, such as a delete rule.
    package let isInModelOnly: Bool

    package init(
        _ subject: Subject,
        _ entity: String,
        _ property: String?,
        _ change: Change,
        isInModelOnly: Bool = false
    ) {
        self.subject = subject
        self.entity = entity
        self.property = property
        self.change = change
        self.isInModelOnly = isInModelOnly
    }

    package init(_ entity: String, _ change: Change) {
        self.init(.entity, entity, nil, change)
    }

    /// A text such as `attribute Person.name: renamed from fullName`.
    package var description: String {
        let place = property.map { "\(entity).\($0)" } ?? entity
        let name =
            switch subject {
            case .uniqueConstraint, .index: "\(subject.rawValue) on \(entity) (\(property ?? ""))"
            case .entity, .attribute, .relationship: "\(subject.rawValue) \(place)"
            }
        return name + ": " + text
    }

    private var text: String {
        switch change {
        case .added: "added"
        case .removed: "removed"
        case .renamed(let name): "renamed from \(name)"
        case .changed(let old, let new): "\(old) becomes \(new)"
        case .madeRequired where subject == .relationship: "made required"
        case .madeRequired: "made required, rows without a value get the default"
        case .madeOptional: "made optional"
        }
    }
}

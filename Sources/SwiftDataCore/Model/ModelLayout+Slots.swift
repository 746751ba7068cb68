extension ModelLayout {
    /// The delete rule of a relationship; that of an attribute does nothing.
    package func deleteRule(_ slot: Int) -> Schema.Relationship.DeleteRule {
        switch properties[slot].shape {
        case .toOne(let relationship, _), .toMany(let relationship, _): relationship.deleteRule
        case .attribute: .noAction
        }
    }

    /// The relationships with a delete rule.
    package func slots(with rule: Schema.Relationship.DeleteRule) -> [Int] {
        properties.indices.filter { properties[$0].relationship?.0.deleteRule == rule }
    }

    /// The names of some properties, in the order in which they are declared.
    func names(_ slots: Set<Int>) -> [String] { slots.sorted().map { properties[$0].name } }

    /// True if a property is the class's own and not inherited.
    package func declares(_ slot: Int) -> Bool { slot >= ownOffset }

    /// The layout of the class that declares a property.
    package func declaring(_ slot: Int) -> ModelLayout {
        var layout = self
        while slot < layout.ownOffset, let superLayout = layout.superLayout { layout = superLayout }
        return layout
    }

    /// The class that declares a property.
    func owner(of slot: Int) -> any PersistentModel.Type { declaring(slot).modelType }

    /// True if the class is the other class or inherits from it.
    func isKind(of other: ModelLayout) -> Bool {
        var next: ModelLayout? = self
        while let current = next {
            if current === other { return true }
            next = current.superLayout
        }
        return false
    }
}

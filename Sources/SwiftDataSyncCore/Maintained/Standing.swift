/// The state of a row in the view.
package enum Standing: UInt8, Hashable, Sendable, CaseIterable {
    /// Deleted, by itself or by a cascade, and not kept.
    case dead
    /// Living only because a living row keeps it, or a row that it cascades to.
    case kept
    /// Living without being kept.
    case independent
}

/// The standings by which the storage filters records.
package struct Standings: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package init(_ standing: Standing) {
        self.init(rawValue: 1 << standing.rawValue)
    }

    package static let dead = Standings(.dead)
    package static let kept = Standings(.kept)
    package static let independent = Standings(.independent)
    /// Rows that a join by unique values has changed while the view was computed.
    package static let unstable = Standings(rawValue: 8)
    /// Records without facts: their insertion has not arrived.
    package static let absent = Standings(rawValue: 16)
    package static let all: Standings = [.dead, .kept, .independent, .unstable, .absent]
}

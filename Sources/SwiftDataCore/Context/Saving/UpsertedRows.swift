import OrderedCollections

/// The place of a new model among the rows: one of its own, or one that the context has already.
package enum NewRow: Equatable {
    /// The model has a row of its own.
    case own
    /// The row is that of another model, through which the new one is read and written from then on.
    case joins
    /// The row is the new model's, and replaces a model that was made of it while the store wrote.
    case absorbs

    /// - Parameters:
    ///   - isKnown: True if the context has another model for the identifier.
    ///   - isMadeInFlight: True if a model was made of the row while the store wrote.
    ///   - mayJoin: See ``mayJoin(_:hasUniqueValues:)``.
    package init(isKnown: Bool, isMadeInFlight: Bool, mayJoin: Bool) {
        switch (isKnown, isMadeInFlight, mayJoin) {
        case (true, true, _): self = .absorbs
        case (true, false, true): self = .joins
        default: self = .own
        }
    }

    /// True if a store may answer that a new row is a stored one.
    package static func mayJoin(_ facts: StoreFacts, hasUniqueValues: Bool) -> Bool {
        hasUniqueValues || !facts.contains(.makesNewKeys)
    }
}

/// The rows of a save as they are reported to the program: a new model that turned out to be a stored row is an update
/// of that.
package struct UpsertedRows {
    /// The identifiers of the rows that are new.
    package let inserted: [PersistentIdentifier]
    /// The identifiers of the stored rows.
    package let updated: [PersistentIdentifier]
    /// The rows that new models turned out to be, and the rows with values that a store has made.
    package let joined: Set<PersistentIdentifier>

    /// A new model, once it has its identifier.
    package struct Newcomer {
        package let identifier: PersistentIdentifier
        package let hasUniqueValues: Bool

        package init(identifier: PersistentIdentifier, hasUniqueValues: Bool) {
            self.identifier = identifier
            self.hasUniqueValues = hasUniqueValues
        }
    }

    /// The row of another model that a new one turned out to be.
    package struct Join {
        package let identifier: PersistentIdentifier
        /// True if the other model is new as well: of two new models that are one, the first is an insertion.
        package let isNew: Bool

        package init(identifier: PersistentIdentifier, isNew: Bool) {
            self.identifier = identifier
            self.isNew = isNew
        }
    }

    /// - Parameters:
    ///   - newcomers: The new models, in order.
    ///   - updated: The rows of the changed models, in order.
    ///   - joins: The new models that became earlier rows by an upsert.
    ///   - answered: The counters of the rows that came back from the stores with values of their making.
    package init(
        _ newcomers: [Newcomer],
        updated: [PersistentIdentifier],
        joins: [Join],
        answered: [PersistentIdentifier: Int64]
    ) {
        joined = Set(joins.map(\.identifier)).union(answered.keys)
        let fresh = newcomers.filter { Self.isFresh(answered[$0.identifier], hasUniqueValues: $0.hasUniqueValues) }
        let known = joins.filter { !$0.isNew }.map(\.identifier)
        let stored = OrderedSet(known + answered.keys).subtracting(fresh.map(\.identifier))
        inserted = Array(OrderedSet(newcomers.map(\.identifier)).subtracting(stored))
        self.updated = Array(OrderedSet(updated).union(stored))
    }

    /// True if a new row has come back with values that the store made, and is no row that existed before.
    /// - Parameter answered: The counter with which it came back; nil where it did not.
    package static func isFresh(_ answered: Int64?, hasUniqueValues: Bool) -> Bool {
        guard let answered else { return false }
        return answered == DefaultSnapshot.firstLock || !hasUniqueValues
    }
}

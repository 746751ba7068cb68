// The checks of the gathered changes: of rows by their classes, and of deletions by the rules of relationships.

extension GatheredRows {
    /// Checks the values of a row that are to be written.
    /// - Throws: ``StoreError`` naming the property that is not valid, or the error for which the row is not whole.
    func check(_ place: Int) throws {
        let failure = place == rows.count - 1 ? failure : nil
        let counts = memberCounts.isEmpty ? nil : memberCounts[place]
        if let slots = rows[place].changedSlots {
            for slot in slots where failure.map({ slot < $0.slot }) ?? true { try rows[place].check(slot, counts) }
        } else {
            for slot in 0..<(failure?.slot ?? rows[place].values.count) { try rows[place].check(slot, counts) }
        }
        if let failure { throw failure.error }
    }

    /// Removes references to rows that the same save deletes from relationships without inverse, which lead there until
    /// then.
    mutating func leaveOut(
        _ doomed: Set<PersistentIdentifier>,
        at place: Int,
        _ oneSidedSlots: [ObjectIdentifier: [Int]]
    ) {
        let layout = rows[place].layout
        for slot in oneSidedSlots[ObjectIdentifier(layout)] ?? [] {
            guard layout.properties[slot].isOptional || layout.properties[slot].isToMany,
                let remaining = rows[place].values[slot].removing(doomed)
            else { continue }
            rows[place].values[slot] = remaining
            rows[place].toManyChanges[slot]?.added.removeAll(where: doomed.contains)
        }
    }
}

extension GatheredChanges {
    /// The rows that are deleted, as far as other rows of the save may lead to them.
    var doomed: Set<PersistentIdentifier> {
        guard !oneSidedSlots.isEmpty else { return [] }
        return Set(deleted.rows.map(\.persistentIdentifier))
    }

    /// - Throws: ``StoreError`` with code `deleteDenied` where a `.deny` rule holds back a deletion: a model is left on
    ///   the other side.
    func checkDenyRules() throws {
        for relationship in denying {
            let left = relationship.partners.filter { $0.holds(relationship.owner) }
            guard !left.isEmpty else { continue }
            throw StoreError(
                .deleteDenied,
                "the delete rule is .deny, and it still has \(Self.describe(left)). Delete or move them first.",
                entity: relationship.layout.entityName,
                property: relationship.layout.properties[relationship.slot].name,
                model: relationship.owner
            )
        }
        if let denyFailure { throw denyFailure }
    }

    /// Names a few models by their identifiers.
    private static func describe(_ partners: [DenyingRelationship.Partner]) -> String {
        let names = partners.prefix(3).map { "\($0.entityName) (\($0.identifier))" }
        let others = partners.count - names.count
        return names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }
}

extension DenyingRelationship.Partner {
    /// True if the model is still a partner of a deleted one: neither deleted itself, nor moved to another model since.
    fileprivate func holds(_ deleted: PersistentIdentifier) -> Bool {
        !isDeleted && (owner == nil || owner == deleted)
    }
}

extension DefaultSnapshot {
    /// Checks one value. An optional relationship may have no models whatever the least number is.
    fileprivate func check(_ slot: Int, _ counts: [Int: Int]?) throws {
        if let count = counts?[slot], let (relationship, _) = layout.properties[slot].relationship {
            let isFree = count == 0 && relationship.isOptional
            if let least = relationship.minimumModelCount, count < least, !isFree {
                throw invalid(slot, "it has \(count) models; minimumModelCount is \(least).")
            }
            if let most = relationship.maximumModelCount, most > 0, count > most {
                throw invalid(slot, "it has \(count) models; maximumModelCount is \(most).")
            }
        }
        guard case .null = values[slot] else { return }
        let property = layout.properties[slot]
        guard !property.isOptional else { return }
        switch property.shape {
        case .attribute where !property.isEphemeral:
            throw invalid(slot, "it has no value and is not optional. Assign a value, or declare a default.")
        case .toOne:
            throw invalid(slot, "it has no destination and is not optional. Set the relationship, or make it optional.")
        default:
            break
        }
    }

    private func invalid(_ slot: Int, _ message: String) -> StoreError {
        StoreError(
            .validation,
            message,
            entity: layout.entityName,
            property: layout.properties[slot].name,
            model: persistentIdentifier
        )
    }
}

/// Deleted rows that are not known by identifier: they are looked up.
///
/// Changes: models whose rows are deleted; the looks that the inbox is to repeat. Asks: the stores; the identity map;
/// the pending changes.
package struct VanishedRows {
    let unit: UnitOfWork

    /// Removes models without a row from unsaved edits, where it is not known which rows were deleted.
    func forgetPartners() {
        let edited = Array(unit.pending.inserted.values) + Array(unit.pending.changed.values)
        let partners = Self.partners(in: edited.map(\.values))
        for (_, identifiers) in Dictionary(grouping: partners, by: { $0.storeIdentifier ?? "" }) {
            guard let first = identifiers.first, let store = unit.core.store(of: first) else { continue }
            do {
                unit.vanishing.vanish(try gone(identifiers, store))
            } catch {
                log.error("\(identifiers.count) models could not be looked up; this is tried again: \(error)")
                unit.inbox.lookUpPartnersAgain()
            }
        }
    }

    /// The rows that some values lead to.
    package static func partners(in values: [[StoredValue]]) -> Set<PersistentIdentifier> {
        var partners: Set<PersistentIdentifier> = []
        for value in values.joined() {
            switch value {
            case .identifier(let identifier): partners.insert(identifier.resolved)
            case .identifiers(let members): partners.formUnion(members.map(\.resolved))
            default: continue
            }
        }
        return partners.filter { !$0.isTemporary }
    }

    /// Releases models whose rows turn out to be deleted, where the deleted rows are not known.
    func letModelsGo() {
        let states = unit.identityMap.all.filter { $0.phase == .registered || $0.phase == .deleted }
        for (_, states) in Dictionary(grouping: states, by: { $0.identifier.storeIdentifier ?? "" }) {
            guard let first = states.first, let store = unit.core.store(of: first.identifier) else { continue }
            // Not all rows at once: there may be as many as the context has models.
            for start in stride(from: 0, to: states.count, by: 500) {
                let some = states[start..<min(start + 500, states.count)]
                do {
                    unit.vanishing.vanish(try gone(some.map(\.identifier), store))
                } catch {
                    log.error("\(some.count) models could not be looked up; this is tried again: \(error)")
                    unit.inbox.lookUpModelsAgain()
                }
            }
        }
    }

    /// The identifiers, out of some, that have no row. A row that is so damaged that it cannot be salvaged is there.
    private func gone(
        _ identifiers: [PersistentIdentifier],
        _ store: any StoreAccess
    ) throws -> [PersistentIdentifier] {
        let found = Set(try store.rows(for: identifiers, salvaging: true, unit.editing).identifiers)
        return try identifiers.filter { identifier in
            guard !found.contains(identifier) else { return false }
            do {
                return try store.rows(for: [identifier], salvaging: false, unit.editing).count == 0
            } catch let error as StoreError where error.code == .corruptRow || error.code == .misbehavingStore {
                return false
            }
        }
    }
}

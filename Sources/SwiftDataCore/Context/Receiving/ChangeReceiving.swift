/// The saves of other contexts and processes, which the models of the context are brought in line with.
///
/// Changes: the inbox; the generation of the rows; the changes of the components that are called here, one for each
/// part of a delivery. Asks: whether a save is being written.
package struct ChangeReceiving {
    let unit: UnitOfWork

    /// True if other contexts or processes have saved something that the context can receive now.
    var hasWaitingDelivery: Bool { !unit.saveRun.isWriting && unit.inbox.mailbox.isFilled }

    /// Receives the saves of other contexts of the container: clean models become faults again, dirty models keep their
    /// edits, deleted models are released.
    package func receive() {
        guard !unit.saveRun.isWriting, let delivery = unit.inbox.takeAll(unit.core) else { return }
        take(delivery)
    }

    /// Brings the models in line with a delivery.
    func take(_ delivery: ContextMailbox.Delivery) {
        var delivery = delivery
        unit.clock.noteNewRows()
        unit.notifying.complete(&delivery)
        for identifier in delivery.deleted {
            if let state = unit.identityMap[identifier] { unit.vanishing.vanish(state) }
        }
        unit.references.forgetReferences(to: delivery.deleted)
        let hasUnknownPartners = unit.inbox.takePartnersToLookUp()
        if delivery.everything || hasUnknownPartners { VanishedRows(unit: unit).forgetPartners() }
        let rows = RowReloading(unit: unit)
        if delivery.everything {
            if delivery.isIncomplete { VanishedRows(unit: unit).letModelsGo() }
            rows.reload(unit.identityMap.all.filter { $0.phase == .registered || $0.phase == .deleted })
        } else {
            var seen = Set<PersistentIdentifier>()
            let updated = delivery.updated.filter { seen.insert($0).inserted }
            rows.reload(updated.compactMap { unit.identityMap[$0] }, delivery.rows)
        }
        unit.upserting.rereadRelationships(with: delivery.joined)
        unit.displacedEdits.align()
        unit.owning.alignOwners()
        unit.notifying.notify(of: delivery)
        unit.conflicts.announce()
        unit.failures.announce()
    }
}

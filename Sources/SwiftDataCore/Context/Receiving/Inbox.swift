/// The saves of other contexts and processes that a context has not received, and the rows that it has to read again.
///
/// The inbox decides which rows are read; ``ChangeReceiving`` brings the models in line with it.
package struct Inbox {
    /// The place of the context in the saves of its container.
    package let mailbox: ContextMailbox
    /// The number of deliveries of the container when the context last received deliveries.
    package private(set) var seenDeliveries = 0
    /// The number of commits without a list of changes, for each store, when the context last received commits.
    private var seenUndescribed: [ObjectIdentifier: Int] = [:]
    /// Rows that could not be read after another writer had changed them.
    private var unread: [PersistentIdentifier] = []
    /// The error of the last read of these.
    private var readFailure: (any Error)?
    /// True if it could not be determined which rows are deleted.
    private var isIncomplete = false
    /// True if it could not be determined which rows of edited relationships are deleted.
    private var hasUnknownPartners = false

    package init(_ core: ContainerCore) {
        mailbox = ContextMailbox(core.deliveries)
        noteUndescribed(core.stores)
    }

    /// The number of commits of a store without a list of their changes that the context has received; nil before the
    /// first.
    package func seenUndescribed(of store: any StoreAccess) -> Int? { seenUndescribed[ObjectIdentifier(store)] }

    /// The error for which rows are out of date; nil where all rows that were to be read again have been read.
    package var failure: (any Error)? { unread.isEmpty ? nil : readFailure }

    /// Takes everything out that is waiting or is to be read again; nil where there is nothing.
    package mutating func takeAll(_ core: ContainerCore) -> ContextMailbox.Delivery? {
        // Before they are taken: a delivery that comes in between is not counted as seen.
        seenDeliveries = core.deliveryCount
        noteUndescribed(core.stores)
        let waiting = mailbox.takeAll()
        let isDue = !unread.isEmpty || isIncomplete || hasUnknownPartners
        guard var delivery = waiting ?? (isDue ? ContextMailbox.Delivery() : nil) else { return nil }
        delivery.updated.append(contentsOf: unread)
        unread = []
        if isIncomplete { (delivery.everything, delivery.isIncomplete) = (true, true) }
        isIncomplete = false
        return delivery
    }

    /// Notes the notices so far. To be called before they are received, so that notices that come in between are not
    /// counted.
    private mutating func noteUndescribed(_ stores: [any StoreAccess]) {
        for store in stores {
            let count = store.undescribedCount
            if count > 0 { seenUndescribed[ObjectIdentifier(store)] = count }
        }
    }

    /// Lets rows be read again the next time.
    package mutating func readAgain(_ identifiers: some Sequence<PersistentIdentifier>) {
        unread.append(contentsOf: identifiers)
    }

    /// Lets rows be read again that could not be read.
    package mutating func readAgain(_ identifiers: some Sequence<PersistentIdentifier>, after error: any Error) {
        unread.append(contentsOf: identifiers)
        readFailure = error
    }

    /// Lets every model be looked up again, after a look whose models have rows has failed.
    package mutating func lookUpModelsAgain() { isIncomplete = true }

    /// Lets the partners of edited models be looked up again, after such a look has failed.
    package mutating func lookUpPartnersAgain() { hasUnknownPartners = true }

    /// True if partners were still to be looked up, which is the caller's task now.
    package mutating func takePartnersToLookUp() -> Bool { exchange(&hasUnknownPartners, with: false) }
}

package import Foundation

/// The change of one row in a transaction of the history, by slots instead of key paths.
package struct HistoryRowChange: Sendable {
    package enum Kind: Sendable {
        case insert, update, delete
    }

    /// The position of the transaction.
    package let token: DefaultHistoryToken
    /// The time of the transaction.
    package let timestamp: Date
    package let author: String?
    package let kind: Kind
    package let identifier: PersistentIdentifier
    /// The slots that an update changed, in order.
    package let slots: [Int]
    /// Slots of which an update changed some, where it is not known which: only in stores of Apple's frameworks.
    package let possibleSlots: [Int]
    /// True if ``slots`` has every property that an update changed.
    package let isWhole: Bool
    /// The values that the history keeps of a deleted row, by slot.
    package let tombstone: [(slot: Int, value: StoredValue)]

    package init(
        token: DefaultHistoryToken,
        timestamp: Date,
        author: String?,
        kind: Kind,
        identifier: PersistentIdentifier,
        slots: [Int] = [],
        possibleSlots: [Int] = [],
        isWhole: Bool = true,
        tombstone: [(slot: Int, value: StoredValue)] = []
    ) {
        self.token = token
        self.timestamp = timestamp
        self.author = author
        self.kind = kind
        self.identifier = identifier
        self.slots = slots
        self.possibleSlots = possibleSlots
        self.isWhole = isWhole
        self.tombstone = tombstone
    }
}

/// The transactions of a history that a scan reports.
package enum HistoryAuthors: Sendable {
    case all
    /// The transactions of these authors.
    case only(Set<String>)
    /// All transactions without the ones of these authors. Transactions without an author are included.
    case except(Set<String>)

    /// True if the transactions of an author are reported.
    package func include(_ author: String?) -> Bool {
        switch self {
        case .all: true
        case .only(let authors): author.map(authors.contains) ?? false
        case .except(let authors): author.map { !authors.contains($0) } ?? true
        }
    }
}

/// The end of a scan of the history.
package struct HistoryScan: Sendable {
    /// The position up to which transactions have been reported or left out, for the next scan; nil where the history
    /// has had no transaction.
    package let token: DefaultHistoryToken?
    /// True if the limit has not ended the scan.
    package let isAtEnd: Bool

    package init(token: DefaultHistoryToken?, isAtEnd: Bool) {
        self.token = token
        self.isAtEnd = isAtEnd
    }
}

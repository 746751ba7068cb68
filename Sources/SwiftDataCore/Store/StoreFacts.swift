/// The facts about a store on which a context relies where it spares itself a look at the store.
package struct StoreFacts: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Rows with equal sort keys come in the order of their keys, and new rows have the greatest keys.
    package static let keepsRowOrder = StoreFacts(rawValue: 1 << 0)
    /// Each row has an optimistic-lock counter, which begins with ``DefaultSnapshot/firstLock`` and grows by one with each
    /// update. An update of a row with another counter fails with `conflict`.
    package static let countsLocks = StoreFacts(rawValue: 1 << 1)
    /// A saved row holds the values of the save, unless the store answers with its own values.
    package static let keepsSavedValues = StoreFacts(rawValue: 1 << 2)
    /// A new row gets a key that no row has had, unless unique values make it the update of another row.
    package static let makesNewKeys = StoreFacts(rawValue: 1 << 3)
    /// The answer to a save has the identifier of each new row, in order, and needs no look.
    package static let answersSavesInOrder = StoreFacts(rawValue: 1 << 4)

    package static let all: StoreFacts = [
        .keepsRowOrder, .countsLocks, .keepsSavedValues, .makesNewKeys, .answersSavesInOrder,
    ]
}

public import SwiftData

// The models of a store that several processes write.

@Model
public final class Ledger {
    public var title: String
    @Relationship(deleteRule: .cascade, inverse: \LedgerEntry.ledger)
    public var entries: [LedgerEntry] = []

    public init(title: String) { self.title = title }
}

@Model
public final class LedgerEntry {
    public var writer: String
    public var number: Int
    /// The number of edits by a process other than the writer.
    public var seen = 0
    public var ledger: Ledger?

    public init(writer: String, number: Int, ledger: Ledger? = nil) {
        self.writer = writer
        self.number = number
        self.ledger = ledger
    }
}

/// Leads to entries that know nothing of it.
@Model
public final class LedgerMark {
    public var label: String
    public var entry: LedgerEntry?
    public var others: [LedgerEntry] = []

    public init(label: String, entry: LedgerEntry? = nil) {
        self.label = label
        self.entry = entry
    }
}

/// The container of a file.
public func ledgerContainer(_ file: URL, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
        for: Ledger.self,
        LedgerMark.self,
        configurations: ModelConfiguration(url: file, allowsSave: allowsSave)
    )
}

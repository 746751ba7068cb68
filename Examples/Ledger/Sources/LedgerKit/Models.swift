public import Foundation
public import SwiftData
public import SwiftDataQueries

/// An account of the ledger.
@Model
public final class LedgerAccount {
    @Attribute(.unique) public var number: Int
    public var owner: String
    @Relationship(deleteRule: .deny, inverse: \Entry.account) public var entries: [Entry] = []

    public init(number: Int, owner: String) {
        self.number = number
        self.owner = owner
    }
}

/// A category of entries, such as "garden olive".
@Model
public final class Category {
    public var name: String
    @Relationship(inverse: \Entry.category) public var entries: [Entry] = []

    public init(name: String) { self.name = name }
}

/// One booking.
@Model
public final class Entry {
    #Index<Entry>([\.date], [\.cents])

    @Attribute(.unique) public var number: Int
    public var date: Date
    public var amount: Decimal
    /// The amount as a whole number, which an index can sort.
    public var cents: Int
    @Attribute(.spotlight) public var text: String
    public var isCleared: Bool = false
    @Attribute(.createdDate) public var created: Date?
    @Attribute(.updatedDate) public var updated: Date?
    public var account: LedgerAccount?
    public var category: Category?

    public init(number: Int, date: Date, amount: Decimal, text: String) {
        self.number = number
        self.date = date
        self.amount = amount
        cents = 0
        self.text = text
    }
}

extension Entry: WillSaveModel, ValidatedModel {
    public func willSave() { cents = Int(truncating: (amount * 100) as NSDecimalNumber) }

    public func validate(_ problems: inout ModelProblems<Entry>) {
        if text.isEmpty { problems.add(\.text, "must not be empty") }
        if account == nil { problems.add(\.account, "must be set") }
        if amount == 0 { problems.add(\.amount, "must not be zero") }
    }
}

import SwiftData

/// The rows that requests write to. Their number stays the same from the beginning to the end.
@Model final class Account {
    #Index<Account>([\.number], [\.name])
    var number: Int
    var name: String
    var group: String
    /// The sum that saves that returned have added.
    var balance = 0
    @Attribute(.externalStorage) var picture: Data?
    @Relationship(deleteRule: .cascade, inverse: \Booking.account) var entries: [Booking] = []
    @Relationship(inverse: \Tag.accounts) var tags: [Tag] = []
    @Transient var presence = Presence()

    init(number: Int) {
        self.number = number
        name = "Kontó \(number)"
        group = "group \(number % 7)"
    }
}

/// The rows that requests insert and delete.
@Model final class Booking {
    #Index<Booking>([\.made])
    var made: Date
    var amount: Double
    var text: String?
    var account: Account?
    @Transient var presence = Presence()

    init(amount: Double, text: String?) {
        made = .now
        self.amount = amount
        self.text = text
    }
}

@Model final class Tag {
    @Attribute(.unique) var name: String
    var accounts: [Account] = []
    @Transient var presence = Presence()

    init(name: String) { self.name = name }
}

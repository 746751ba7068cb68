import SwiftData

/// An account, identified by an address that no other account has.
@Model
final class Account {
    @Attribute(.unique) var address: String
    var name: String
    var balance: Int

    init(_ values: AccountValues) {
        address = values.address
        name = values.name
        balance = values.balance
    }
}

/// The values of an account.
struct AccountValues {
    var address: String
    var name: String
    var balance: Int

    /// Accounts in no order.
    /// - Parameter numbers: Those with the same number have the same address.
    static func make(_ numbers: Range<Int>, seed: UInt64) -> [AccountValues] {
        var random = SeededRandom(seed: seed)
        var all = numbers.map { number in
            AccountValues(
                address: "person\(number &* 7_919 % 1_000_003)-\(number)@example.org",
                name: random.words(2),
                balance: random.below(1_000_000)
            )
        }
        all.shuffle(using: &random)
        return all
    }
}

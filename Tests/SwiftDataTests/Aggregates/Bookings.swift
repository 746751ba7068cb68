import Foundation
import SwiftData
import SwiftDataTesting

enum BookingKind: String, Codable, CaseIterable { case income, spending, transfer }

/// An enum whose order is not that of its raw values.
enum Urgency: Int, Codable, Comparable, CaseIterable {
    case high = 1
    case middle = 2
    case low = 3

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue > rhs.rawValue }
}

@Model
final class Account {
    var name: String
    var level: Int
    @Relationship(deleteRule: .nullify, inverse: \Booking.account) var bookings: [Booking] = []

    init(name: String, level: Int) {
        self.name = name
        self.level = level
    }
}

@Model
final class Booking {
    var number: Int
    var amount: Decimal
    var fee: Decimal?
    var weight: Double
    var share: Float?
    var rank: Int16
    var big: UInt64
    var note: String
    var label: String?
    var date: Date
    var done: Date?
    var kind: BookingKind
    var urgency: Urgency
    var token: UUID
    var isOpen: Bool
    var tags: [String]
    var account: Account?

    var doubled: Int { number * 2 }

    init(number: Int, _ random: inout ScriptRandom) {
        self.number = number
        amount = Decimal(Int.random(in: -100_000...100_000, using: &random)) / 100
        fee = Bool.random(using: &random) ? nil : Decimal(string: "0.\(Int.random(in: 1...999, using: &random))")
        // Sums of such numbers are exact, so that their order does not matter.
        weight = Double(Int.random(in: -4_000...4_000, using: &random)) / 8
        share = Bool.random(using: &random) ? nil : Float(Int.random(in: 0...64, using: &random)) / 4
        rank = Int16.random(in: -30_000...30_000, using: &random)
        big = UInt64(Int.random(in: 0...1_000_000, using: &random))
        note = ["Kaffee", "Tee", "Tee ", "Émile", "E\u{301}mile", "東京", "zebra", "Zebra", ""].randomElement(
            using: &random
        )!
        label = [nil, "a", "b", "\u{e9}", "e\u{301}"].randomElement(using: &random)!
        let start = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...200_000_000, using: &random)))
        date = start
        done = Bool.random(using: &random) ? nil : start.addingTimeInterval(60)
        kind = BookingKind.allCases.randomElement(using: &random)!
        urgency = Urgency.allCases.randomElement(using: &random)!
        token = UUID(
            uuid: (
                UInt8.random(in: 0...3, using: &random), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                UInt8.random(in: 0...3, using: &random)
            )
        )
        isOpen = Bool.random(using: &random)
        tags = Array(repeating: "x", count: Int.random(in: 0...3, using: &random))
    }
}

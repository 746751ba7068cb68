import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// Random updates and insertions against the same on an array of plain values.
@Suite struct UpdateScriptTests {
    private struct Row: Equatable {
        var number: Int
        var title: String
        var remark: String?
        var price: Decimal
        var seats: Int8
        var weight: Double
        var isSold: Bool
        var kind: BookingKind

        init(_ voucher: Voucher) {
            (number, title, remark, price) = (voucher.number, voucher.title, voucher.remark, voucher.price)
            (seats, weight, isSold, kind) = (voucher.seats, voucher.weight, voucher.isSold, voucher.kind)
        }
    }

    private typealias Condition = (predicate: Predicate<Voucher>, holds: (Row) -> Bool)
    private typealias Change = (update: (inout ModelUpdate<Voucher>) -> Void, apply: (inout Row, Row) -> Void)

    private static func condition(_ random: inout ScriptRandom) -> Condition {
        let bound = Int.random(in: 0..<40, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return (#Predicate { $0.number < bound }, { $0.number < bound })
        case 1: return (#Predicate { $0.isSold }, { $0.isSold })
        case 2: return (#Predicate { $0.remark == nil }, { $0.remark == nil })
        case 3: return (#Predicate { $0.title.hasPrefix("t1") }, { $0.title.hasPrefix("t1") })
        // What no SQL can tell.
        default: return (#Predicate { $0.holder?.name == "Ada" || $0.number > bound }, { $0.number > bound })
        }
    }

    private static func change(_ random: inout ScriptRandom) -> Change {
        let amount = Int.random(in: -3...3, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return ({ $0.set(\.isSold, to: amount > 0) }, { row, _ in row.isSold = amount > 0 })
        case 1:
            let remark = amount > 0 ? "r\(amount)" : nil
            return ({ $0.set(\.remark, to: remark) }, { row, _ in row.remark = remark })
        case 2:
            let price = Decimal(amount) / 4
            return ({ $0.add(\.price, price) }, { row, old in row.price = old.price + price })
        case 3: return ({ $0.set(\.seats, to: Int8(amount)) }, { row, _ in row.seats = Int8(amount) })
        case 4: return ({ $0.add(\.weight, Double(amount)) }, { row, old in row.weight = old.weight + Double(amount) })
        case 5:
            return (
                { $0.set(\.title, #Expression<Voucher, String> { $0.remark ?? $0.title }) },
                { row, old in row.title = old.remark ?? old.title }
            )
        case 6:
            return (
                { $0.set(\.weight, #Expression<Voucher, Double> { $0.isSold ? $0.weight / 2 : 1 }) },
                { row, old in row.weight = old.isSold ? old.weight / 2 : 1 }
            )
        case 7:
            let kind = BookingKind.allCases[abs(amount) % 3]
            return ({ $0.set(\.kind, to: kind) }, { row, _ in row.kind = kind })
        // Unique values that move along.
        default: return ({ $0.add(\.number, 1_000) }, { row, old in row.number = old.number + 1_000 })
        }
    }

    @Test(arguments: StorePlace.allCases, Trials.seeds(3))
    func updatesAreThoseOfSwift(place: StorePlace, seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var random = ScriptRandom(seed: seed)
        let context = ModelContext(try place.container(folder, Voucher.self, VoucherHolder.self))
        context.autosaveEnabled = false
        try context.insert(Voucher.self, 0..<40) { number, new in
            new.set(\.number, to: number)
            new.set(\.title, to: "t\(number)")
            new.set(\.price, to: Decimal(number) / 8)
            new.set(\.seats, to: Int8(number))
            new.set(\.weight, to: Double(number))
            new.set(\.isSold, to: number % 3 == 0)
            new.set(\.kind, to: .income)
        }
        func stored(_ context: ModelContext) throws -> [Row] {
            try context.fetch(FetchDescriptor<Voucher>(sortBy: [SortDescriptor(\.number)])).map { Row($0) }
        }
        var rows = try stored(context)
        #expect(rows.map(\.number) == Array(0..<40))
        let held = try context.fetch(FetchDescriptor<Voucher>())
        for _ in 0..<(place == .json ? 8 : 25) {
            let condition = Self.condition(&random)
            let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.change(&random) }
            let count = try context.update(Voucher.self, where: condition.predicate) { update in
                for change in changes { change.update(&update) }
            }
            var expected = 0
            for place in rows.indices where condition.holds(rows[place]) {
                let old = rows[place]
                // A property that is given two values gets the last one. All are made of the values before.
                for change in changes { change.apply(&rows[place], old) }
                expected += 1
            }
            rows.sort { $0.number < $1.number }
            #expect(count == expected)
            let found = try stored(ModelContext(context.container))
            #expect(found == rows)
            #expect(held.map { Row($0) }.sorted { $0.number < $1.number } == rows)
            guard found == rows else { return }
        }
    }
}

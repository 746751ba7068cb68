import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// Groups against `Dictionary(grouping:)` on the fetched models.
@Suite struct GroupTests {
    /// The number and sum of each group in Swift.
    private func expected<Key: Hashable>(
        _ all: [Booking],
        by key: (Booking) -> Key
    ) -> [Key: (count: Int, sum: Decimal, distinct: Int)] {
        Dictionary(grouping: all, by: key).mapValues { group in
            (group.count, group.reduce(0) { $0 + $1.amount }, Set(group.compactMap(\.label)).count)
        }
    }

    private func compare<Key: Hashable>(
        _ found: [(Key, Int, Decimal, Int)],
        _ expected: [Key: (count: Int, sum: Decimal, distinct: Int)],
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(found.count == expected.count, sourceLocation: location)
        for (key, count, sum, distinct) in found {
            #expect(expected[key]?.count == count, sourceLocation: location)
            #expect(expected[key]?.sum == sum, sourceLocation: location)
            #expect(expected[key]?.distinct == distinct, sourceLocation: location)
        }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
        return calendar
    }()

    private func check(_ context: ModelContext, where predicate: Predicate<Booking>?) throws {
        let all = try context.fetch(FetchDescriptor(predicate: predicate))
        func ask<Key: Hashable>(_ key: KeyPath<Booking, Key>) throws -> [(Key, Int, Decimal, Int)] {
            try context.groups(
                Booking.self,
                where: predicate,
                by: key,
                .count,
                .sum(\.amount),
                .countDistinct(\.label)
            )
        }
        compare(try ask(\.note), expected(all) { $0.note })
        compare(try ask(\.label), expected(all) { $0.label })
        compare(try ask(\.kind), expected(all) { $0.kind })
        compare(try ask(\.urgency), expected(all) { $0.urgency })
        compare(try ask(\.isOpen), expected(all) { $0.isOpen })
        compare(try ask(\.fee), expected(all) { $0.fee })
        compare(try ask(\.token), expected(all) { $0.token })
        compare(try ask(\.account?.name), expected(all) { $0.account?.name })
        compare(try ask(\.account), expected(all) { $0.account })
        compare(try ask(\.doubled), expected(all) { $0.doubled })
        compare(try ask(\.tags.count), expected(all) { $0.tags.count })

        let calendar = Self.calendar
        compare(
            try context.groups(
                Booking.self,
                where: predicate,
                by: .part(.month, of: \.date, in: calendar),
                .count,
                .sum(\.amount),
                .countDistinct(\.label)
            ),
            expected(all) { calendar.component(.month, from: $0.date) }
        )
        compare(
            try context.groups(
                Booking.self,
                where: predicate,
                by: .part(.weekday, of: \.done, in: calendar),
                .count,
                .sum(\.amount),
                .countDistinct(\.label)
            ),
            expected(all) { $0.done.map { calendar.component(.weekday, from: $0) } }
        )
        compare(
            try context.groups(
                Booking.self,
                where: predicate,
                by: .expression(#Expression<Booking, Int> { $0.number % 7 }),
                .count,
                .sum(\.amount),
                .countDistinct(\.label)
            ),
            expected(all) { $0.number % 7 }
        )

        struct Pair: Hashable {
            let kind: BookingKind
            let label: String?
        }
        let pairs = try context.groups(
            Booking.self,
            where: predicate,
            by: \.kind,
            \.label,
            aggregating: .count,
            .sum(\.amount),
            .countDistinct(\.label)
        )
        compare(
            pairs.map { (Pair(kind: $0.0, label: $0.1), $0.2, $0.3, $0.4) },
            expected(all) { Pair(kind: $0.kind, label: $0.label) }
        )
        let parts = try context.groups(
            Booking.self,
            where: predicate,
            by: .part(.year, of: \.date, in: calendar),
            .part(.quarter, of: \.date, in: calendar),
            aggregating: .count,
            .sum(\.amount),
            .countDistinct(\.label)
        )
        compare(
            parts.map { ([$0.0, $0.1], $0.2, $0.3, $0.4) },
            expected(all) {
                [calendar.component(.year, from: $0.date), calendar.component(.quarter, from: $0.date)]
            }
        )
    }

    @Test(arguments: StorePlace.allCases, Trials.seeds(2))
    func groupsAreThoseOfSwift(place: StorePlace, seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var random = ScriptRandom(seed: seed)
        let context = ModelContext(try place.container(folder, Booking.self, Account.self))
        context.autosaveEnabled = false
        try check(context, where: nil)
        try AggregateTests.fill(context, place == .json ? 15 : 60, &random)
        for predicate in AggregateTests.predicates { try check(ModelContext(context.container), where: predicate) }
        try AggregateTests.touch(context, &random)
        for predicate in AggregateTests.predicates { try check(context, where: predicate) }
    }

    @Test func conditionsOrdersAndLimitsChooseGroups() throws {
        let context = try memoryContext(Booking.self, Account.self)
        var random = ScriptRandom(seed: 9)
        try AggregateTests.fill(context, 200, &random)
        let all = try context.fetch(FetchDescriptor<Booking>())
        let groups = Dictionary(grouping: all, by: \.note).mapValues { group in
            (count: group.count, sum: group.reduce(Decimal(0)) { $0 + $1.amount }, fee: group.compactMap(\.fee).max())
        }

        let great = try context.groups(
            Booking.self,
            by: \.note,
            .count,
            having: .count > 20 && !(.sum(\.amount) < 0) || .max(\.fee) >= 0.99,
            sortBy: .aggregate(.sum(\.amount), order: .reverse)
        )
        let wanted = groups.filter { _, group in
            group.count > 20 && !(group.sum < 0) || (group.fee ?? -1) >= Decimal(string: "0.99")!
        }
        #expect(great.map(\.0) == wanted.sorted { $0.value.sum > $1.value.sum }.map(\.key))

        let first = try context.groups(
            Booking.self,
            by: \.note,
            .count,
            sortBy: .aggregate(.count, order: .reverse),
            .key(0),
            limit: 3
        )
        let ordered = groups.sorted {
            $0.value.count == $1.value.count ? $0.key < $1.key : $0.value.count > $1.value.count
        }
        #expect(first.map(\.0) == ordered.prefix(3).map(\.key))
        #expect(try context.groups(Booking.self, by: \.note, .count, limit: 0).isEmpty)
        // Without an order they come by their keys, nil first.
        let labels = try context.groups(Booking.self, by: \.label, .count)
        #expect(labels.map(\.0) == [nil, "a", "b", "\u{e9}"])
    }

    @Test func groupsAreOneStatementAndModelsAsKeysOneMore() throws {
        let context = try memoryContext(Booking.self, Account.self)
        var random = ScriptRandom(seed: 5)
        try AggregateTests.fill(context, 100, &random)
        let reader = ModelContext(context.container)
        let log = StatementRecorder(context.container)
        let byName = try log.statements { _ = try reader.groups(Booking.self, by: \.account?.name, .sum(\.amount)) }
        #expect(byName.count == 1)
        #expect(reader.unit.identityMap.count == 0)
        let byAccount = try log.statements { () throws in
            for (account, count) in try reader.groups(Booking.self, by: \.account, .count) where account != nil {
                #expect(account?.name.isEmpty == false && count > 0)
            }
        }
        #expect(byAccount.count == 2)
    }

    /// The models that are keys belong to the context that asks, also where another context has read the groups.
    @Test func keysThatAreModelsBelongToTheContext() throws {
        let context = try memoryContext(Account.self, Booking.self)
        context.autosaveEnabled = false
        var random = ScriptRandom(seed: 5)
        let accounts = ["one", "two"].map { Account(name: $0, level: 1) }
        for account in accounts { context.insert(account) }
        for number in 0..<10 {
            let booking = Booking(number: number, &random)
            context.insert(booking)
            booking.account = accounts[number % 2]
        }
        try context.save()
        accounts[0].name = "changed"
        let bookings = try context.fetch(FetchDescriptor<Booking>())
        bookings[0].account = nil
        for pending in [true, false] {
            // A computed property is no SQL, so that models are read.
            let groups = try context.groups(
                Booking.self,
                includePendingChanges: pending,
                by: .property(\.account),
                .sum(\.doubled)
            )
            #expect(groups.count == (pending ? 3 : 2))
            for (account, _) in groups {
                guard let account else { continue }
                #expect(accounts.contains { $0 === account })
            }
        }
    }
}

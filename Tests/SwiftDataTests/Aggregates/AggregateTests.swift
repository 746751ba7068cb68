import Foundation
import SwiftData
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// Aggregates against the same question in plain Swift on the fetched models.
@Suite struct AggregateTests {
    /// Each aggregate by the library, and the same in Swift.
    static func check(_ context: ModelContext, where predicate: Predicate<Booking>? = nil, pending: Bool = true) throws
    {
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.includePendingChanges = pending
        // Models have unsaved values, also where a fetch is one of rows.
        let reader = pending ? context : ModelContext(context.container)
        let all = try reader.fetch(descriptor)
        func ask<each Result>(_ aggregates: repeat Aggregate<Booking, each Result>) throws -> (repeat each Result) {
            try context.aggregate(
                Booking.self,
                where: predicate,
                includePendingChanges: pending,
                repeat each aggregates
            )
        }

        let counts = try ask(
            .count,
            .count(\.fee),
            .count(\.label),
            .countDistinct(\.note),
            .countDistinct(\.label),
            .countDistinct(\.amount),
            .countDistinct(\.kind),
            .countDistinct(\.token),
            .countDistinct(\.account)
        )
        #expect(counts.0 == all.count)
        #expect(counts.1 == all.compactMap(\.fee).count)
        #expect(counts.2 == all.compactMap(\.label).count)
        #expect(counts.3 == Set(all.map(\.note)).count)
        #expect(counts.4 == Set(all.compactMap(\.label)).count)
        #expect(counts.5 == Set(all.map(\.amount)).count)
        #expect(counts.6 == Set(all.map(\.kind)).count)
        #expect(counts.7 == Set(all.map(\.token)).count)
        #expect(counts.8 == Set(all.compactMap(\.account)).count)

        let sums = try ask(
            .sum(\.amount),
            .sum(\.fee),
            .sum(\.weight),
            .sum(\.share),
            .sum(\.rank),
            .sum(\.big),
            .sum(\.number)
        )
        #expect(sums.0 == all.reduce(Decimal(0)) { $0 + $1.amount })
        #expect(sums.1 == all.reduce(Decimal(0)) { $0 + ($1.fee ?? 0) })
        #expect(sums.2 == all.reduce(0) { $0 + $1.weight })
        #expect(sums.3 == all.reduce(0) { $0 + Double($1.share ?? 0) })
        #expect(sums.4 == all.reduce(0) { $0 + Int($1.rank) })
        #expect(sums.5 == all.reduce(0) { $0 + $1.big })
        #expect(sums.6 == all.reduce(0) { $0 + $1.number })

        let averages = try ask(.average(\.rank), .average(\.weight), .average(\.share), .average(\.amount))
        if all.isEmpty {
            #expect(averages.0 == nil && averages.1 == nil && averages.3 == nil)
        } else {
            #expect(averages.0 == Double(all.reduce(0) { $0 + Int($1.rank) }) / Double(all.count))
            #expect(averages.1 == all.reduce(0) { $0 + $1.weight } / Double(all.count))
            let exact = all.reduce(Decimal(0)) { $0 + $1.amount } / Decimal(all.count)
            let difference = (try #require(averages.3) - exact).magnitude
            #expect(difference < Decimal(string: "1e-30")!)
        }
        let shares = all.compactMap(\.share).map(Double.init)
        #expect(averages.2 == (shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)))

        let least = try ask(
            .min(\.amount),
            .min(\.fee),
            .min(\.weight),
            .min(\.note),
            .min(\.label),
            .min(\.date),
            .min(\.urgency),
            .min(\.token)
        )
        #expect(least.0 == all.map(\.amount).min())
        #expect(least.1 == all.compactMap(\.fee).min())
        #expect(least.2 == all.map(\.weight).min())
        #expect(least.3 == all.map(\.note).min())
        #expect(least.4 == all.compactMap(\.label).min())
        #expect(least.5 == all.map(\.date).min())
        #expect(least.6 == all.map(\.urgency).min())
        #expect(least.7 == all.map(\.token).min())

        let greatest = try ask(.max(\.amount), .max(\.big), .max(\.note), .max(\.done), .max(\.urgency))
        #expect(greatest.0 == all.map(\.amount).max())
        #expect(greatest.1 == all.map(\.big).max())
        #expect(greatest.2 == all.map(\.note).max())
        #expect(greatest.3 == all.compactMap(\.done).max())
        #expect(greatest.4 == all.map(\.urgency).max())

        let computed = try ask(.sum(\.doubled), .sum(\.tags.count))
        #expect(computed.0 == all.reduce(0) { $0 + $1.doubled })
        #expect(computed.1 == all.reduce(0) { $0 + $1.tags.count })
        let triple = #Expression<Booking, Int> { $0.number * 3 }
        let name = #Expression<Booking, String?> { $0.account?.name }
        let expressed = try ask(.sum(triple), .max(name), .countDistinct(name), .count(name))
        #expect(expressed.0 == all.reduce(0) { $0 + $1.number * 3 })
        #expect(expressed.1 == all.compactMap { $0.account?.name }.max())
        #expect(expressed.2 == Set(all.compactMap { $0.account?.name }).count)
        #expect(expressed.3 == all.filter { $0.account != nil }.count)
        let names = try context.aggregate(
            Booking.self,
            where: predicate,
            includePendingChanges: pending,
            .min(\.account?.name),
            .sum(\.account?.level)
        )
        #expect(names.0 == all.compactMap { $0.account?.name }.min())
        #expect(names.1 == all.reduce(0) { $0 + ($1.account?.level ?? 0) })

        let accounts = try context.fetch(FetchDescriptor<Account>())
        if pending {
            let booked = try context.aggregate(Account.self, .sum(\.bookings.count), .max(\.bookings.count))
            #expect(booked.0 == accounts.reduce(0) { $0 + $1.bookings.count })
            #expect(booked.1 == accounts.map(\.bookings.count).max())
        }
    }

    static let predicates: [Predicate<Booking>?] = [
        nil,
        #Predicate { $0.isOpen },
        #Predicate { $0.rank > 0 && $0.note != "Tee" },
        #Predicate { $0.account?.level == 1 },
        #Predicate { $0.number < 0 },
    ]

    /// Makes bookings, and saves them.
    static func fill(_ context: ModelContext, _ count: Int, _ random: inout ScriptRandom) throws {
        let accounts = (0..<4).map { Account(name: "account \($0)", level: $0) }
        for account in accounts { context.insert(account) }
        for number in 0..<count {
            let booking = Booking(number: number, &random)
            context.insert(booking)
            booking.account = ([nil] + accounts).randomElement(using: &random)!
        }
        try context.save()
    }

    /// Edits, deletes and inserts some bookings.
    static func touch(_ context: ModelContext, _ random: inout ScriptRandom) throws {
        let all = try context.fetch(FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.number)]))
        for booking in all.shuffled(using: &random).prefix(12) {
            switch Int.random(in: 0...7, using: &random) {
            case 0: context.delete(booking)
            case 1: booking.amount += 1
            case 2: booking.label = nil
            case 3: booking.isOpen.toggle()
            case 4: booking.account = nil
            case 5: booking.note = "東京"
            case 6: booking.rank = 7
            default: booking.account?.level += 1
            }
        }
        for number in 0..<3 {
            let booking = Booking(number: 1_000 + number, &random)
            context.insert(booking)
        }
    }

    @Test(arguments: StorePlace.allCases, Trials.seeds(2)) func aggregatesAreThoseOfSwift(
        place: StorePlace,
        seed: UInt64
    ) throws {
        let folder = try TemporaryFolder()
        var random = ScriptRandom(seed: seed)
        let context = ModelContext(try place.container(folder, Booking.self, Account.self))
        context.autosaveEnabled = false
        try Self.check(context)
        // The JSON store reads its file at each turn.
        try Self.fill(context, place == .json ? 15 : 80, &random)
        for predicate in Self.predicates { try Self.check(ModelContext(context.container), where: predicate) }
        for _ in 0..<(place == .json ? 1 : 3) {
            try Self.touch(context, &random)
            for predicate in Self.predicates {
                try Self.check(context, where: predicate)
                try Self.check(context, where: predicate, pending: false)
            }
        }
        try context.save()
        try Self.check(context)
    }

    @Test func aggregatesAreOneStatement() throws {
        let context = try memoryContext(Booking.self, Account.self)
        var random = ScriptRandom(seed: 5)
        try Self.fill(context, 50, &random)
        let reader = ModelContext(context.container)
        let log = StatementRecorder(context.container)
        let statements = try log.statements { () throws in
            _ = try reader.aggregate(
                Booking.self,
                where: #Predicate { $0.isOpen },
                .count,
                .sum(\.amount),
                .average(\.weight),
                .max(\Booking.account?.name),
                .countDistinct(\.label),
                .sum(\.tags.count)
            )
        }
        // The rest looks up if the strings of a column are composed.
        #expect(statements.filter { !$0.contains("openswiftdata_is_composed") }.count == 1)
        #expect(reader.unit.identityMap.count == 0)

        // An unsaved change is added to what the store says.
        let booking = try #require(
            try reader.fetch(FetchDescriptor<Booking>(predicate: #Predicate { $0.isOpen })).first
        )
        let before = try reader.aggregate(Booking.self, .sum(\.amount))
        booking.amount += 5
        let merged = try log.statements { () throws in
            #expect(try reader.aggregate(Booking.self, .sum(\.amount)) == before + 5)
        }
        #expect(merged.count == 1)
        // One that has no effect on the answer changes nothing.
        let untouched = try log.statements { () throws in
            _ = try reader.aggregate(Booking.self, .sum(\.weight), .countDistinct(\.label))
        }
        #expect(untouched.count == 1)
        #expect(untouched[0].contains("NOT") == false)
    }
}

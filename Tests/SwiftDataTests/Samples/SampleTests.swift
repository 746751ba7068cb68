import Foundation
import SwiftData
import SwiftDataQueries
import Testing

/// Sample data: the values of a seed never change.
@Suite struct SampleTests {
    /// The outputs that https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64 lists for the seed 1234567.
    @Test func theNumbersAreThoseOfSplitMix64() {
        var random = SampleRandom(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    /// Worked out from the numbers above: the high half of a product, the upper 53 bits, and the bytes.
    @Test func valuesAreMadeInOneWay() {
        func first<Value>(_ make: (inout SampleRandom) -> Value) -> Value {
            var random = SampleRandom(seed: 1_234_567)
            return make(&random)
        }
        // 6457827717110365317 / 2^64 is 0.350079…
        #expect(first { $0.int(0...99) } == 35)
        #expect(first { $0.int(-50...49) } == -15)
        #expect(first { $0.fraction() } == 0.3500795420214081)
        #expect(first { $0.bool(0.36) })
        #expect(!first { $0.bool(0.35) })
        #expect(first { $0.decimal(0...9, digits: 2) } == Decimal(string: "3.15"))
        #expect(first { $0.uuid() }.uuidString == "599ED017-FB08-4C85-AC73-F08458540FA5")
        #expect(first { $0.element(of: Array("abcdefghij")) } == "d")
        #expect(first { $0.int(Int.min...Int.max) } == Int(Int64(bitPattern: 6_457_827_717_110_365_317 &+ 1 << 63)))
        let start = Date(timeIntervalSinceReferenceDate: 0)
        #expect(first { $0.date(start...start.addingTimeInterval(99)) } == start.addingTimeInterval(35))
        // The 19th of 54 words.
        #expect(first { $0.words(1) } == "hazel")
    }

    @Test func limitsAreKept() {
        var random = SampleRandom(seed: 3)
        for _ in 0..<2_000 {
            #expect((1...6).contains(random.int(1...6)))
            #expect((-2.0...3.0).contains(random.double(-2...3)))
            let decimal = random.decimal(-3...4, digits: 3)
            #expect(decimal >= -3 && decimal <= 4)
        }
        #expect(random.int(5...5) == 5)
        #expect(random.element(of: [Int]()) == nil)
        #expect(random.elements(of: [1, 2], count: 9).sorted() == [1, 2])
        #expect(random.elements(of: [1, 2], count: -1).isEmpty)
        #expect(random.words(0).isEmpty)
        // Each face of a die comes about as often.
        var counts = [Int](repeating: 0, count: 6)
        for _ in 0..<60_000 { counts[random.int(0...5)] += 1 }
        #expect(counts.allSatisfy { abs($0 - 10_000) < 500 })
    }

    private func graph(_ seed: UInt64, withOthers: Bool = false) throws -> [String] {
        let context = try memoryContext(Account.self, Booking.self, VoucherHolder.self, Voucher.self)
        var samples = SampleData(seed: seed)
        let holders = samples.make(VoucherHolder.self, 5, in: context) { random, _ in VoucherHolder(name: random.name())
        }
        if withOthers {
            _ = samples.make(Account.self, 3, in: context) { random, _ in Account(name: random.name(), level: 1) }
        }
        let vouchers = samples.make(Voucher.self, 40, in: context) { random, number in
            Voucher(number: number, title: random.words(2), price: random.decimal(1...9))
        }
        samples.link(vouchers, \.holder, to: holders, missing: 0.25)
        try context.save()
        let all = try context.fetch(FetchDescriptor<Voucher>(sortBy: [SortDescriptor(\.number)]))
        return all.map { "\($0.number) \($0.title) \($0.price) \($0.holder?.name ?? "-")" }
    }

    @Test func samplesDependOnTheSeedAlone() throws {
        let first = try graph(7)
        #expect(first.count == 40)
        #expect(try graph(7) == first)
        #expect(try graph(7, withOthers: true) == first)
        #expect(try graph(8) != first)
        let missing = first.count { $0.hasSuffix("-") }
        #expect(missing > 0 && missing < 25)
    }

    @Test func membersAreChosenOnce() throws {
        let context = try memoryContext(Account.self, Booking.self, VoucherHolder.self, Voucher.self)
        var samples = SampleData(seed: 1)
        let vouchers = samples.make(Voucher.self, 10, in: context) { _, number in Voucher(number: number) }
        let holders = samples.make(VoucherHolder.self, 1, in: context) { random, _ in VoucherHolder(name: random.name())
        }
        samples.link(holders, \.vouchers, to: vouchers, count: 3...5)
        #expect((3...5).contains(holders[0].vouchers.count))
        #expect(Set(holders[0].vouchers.map(\.number)).count == holders[0].vouchers.count)
        samples.link(vouchers, \.holder, to: [])
        #expect((3...5).contains(holders[0].vouchers.count))
    }
}

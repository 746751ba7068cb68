import SwiftData
import TestSupport
import Testing

@Suite struct OptionalTests {
    @Test func everyOptionalIsReadBackEqualAndNilAsNil() throws {
        let store = try TemporaryFolder()
        let values = Kinds.Values()
        do {
            let context = ModelContext(try store.container(for: Options.self))
            let full = Options(label: "full")
            full.fill(from: values)
            context.insert(full)
            context.insert(Options(label: "empty"))
            try context.save()
        }
        let context = ModelContext(try store.container(for: Options.self))
        let read = try context.fetch(FetchDescriptor<Options>(sortBy: [SortDescriptor(\.label)]))
        #expect(read.map(\.label) == ["empty", "full"])
        #expect(read[0].isEmpty)
        var expected = values
        expected.numbers = Kinds.Values().numbers
        #expect(read[1].values == expected)
        #expect(read[1].opaque == values.address)
        #expect(read[1].hidden == "secret")
        #expect(try store.sqlite3("SELECT CAST(ZHIDDEN AS TEXT) FROM ZOPTIONS WHERE ZLABEL = 'full'") == "terces")
    }

    @Test func setToNilAndBackAgain() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Options.self))
        let model = Options(label: "x")
        model.fill(from: Kinds.Values())
        context.insert(model)
        try context.save()
        model.address = nil
        model.shape = nil
        model.blob = nil
        model.decimal = nil
        try context.save()
        let other = try #require(
            try ModelContext(try store.container(for: Options.self)).fetch(FetchDescriptor<Options>()).first
        )
        #expect(other.address == nil)
        #expect(other.shape == nil)
        #expect(other.blob == nil)
        #expect(other.decimal == nil)
        #expect(other.string == Kinds.Values().string)
    }

    @Test func defaultsAreThereBeforeAndAfterASave() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Defaults.self))
        let model = Defaults()
        context.insert(model)
        try context.save()
        let read = try #require(
            try ModelContext(try store.container(for: Defaults.self)).fetch(FetchDescriptor<Defaults>()).first
        )
        #expect(read.bool && read.int == 3 && read.double == 1.5 && read.decimal == 2.5 && read.string == "text")
        #expect(read.date == Date(timeIntervalSinceReferenceDate: 5))
        #expect(read.uuid == model.uuid)
        #expect(read.colour == .blue && read.mood == .excited && read.shape == .circle(radius: 1))
        #expect(read.point == Point(x: 1, y: 2) && read.strings == ["a"] && read.optional == 9)
    }

    @Test func valuesCompareAndSortInTheStoreAsInSwift() throws {
        let context = try memoryContext(Options.self)
        let numbers: [UInt64] = [UInt64.max, 1, UInt64(Int64.max) + 1, 0, UInt64(Int64.max)]
        let decimals = ["0.1", "-12345678901234567890123456789012345678", "99999999999999999999.5", "3", "10.11"]
        let doubles = [Double.infinity, -.infinity, 0, .nan, 1e300]
        for index in 0..<5 {
            let model = Options(label: "\(index)")
            model.uint64 = numbers[index]
            model.decimal = Decimal(string: decimals[index])
            model.double = doubles[index]
            context.insert(model)
        }
        try context.save()
        let other = ModelContext(context.container)
        let byNumber = try other.fetch(FetchDescriptor<Options>(sortBy: [SortDescriptor(\.uint64)]))
        #expect(byNumber.compactMap(\.uint64) == numbers.sorted())
        let byDecimal = try other.fetch(FetchDescriptor<Options>(sortBy: [SortDescriptor(\.decimal)]))
        #expect(byDecimal.compactMap(\.decimal) == decimals.compactMap { Decimal(string: $0) }.sorted())
        let limit = UInt64(Int64.max)
        let large = FetchDescriptor<Options>(predicate: #Predicate { $0.uint64 ?? 0 > limit })
        #expect(try other.fetchCount(large) == numbers.filter { $0 > limit }.count)
        let positive = FetchDescriptor<Options>(predicate: #Predicate { $0.double ?? 0 > 1 })
        #expect(try other.fetchCount(positive) == doubles.filter { $0 > 1 }.count)
        let ten = try #require(Decimal(string: "10.1"))
        let above = FetchDescriptor<Options>(predicate: #Predicate { $0.decimal ?? 0 > ten })
        #expect(try other.fetchCount(above) == decimals.compactMap { Decimal(string: $0) }.filter { $0 > ten }.count)
    }
}

import SwiftData
import TestSupport
import Testing

@Suite struct RoundTripTests {
    /// Saves, closes, reopens and reads back.
    private func reopened(_ values: Kinds.Values) throws -> Kinds.Values {
        let store = try TemporaryFolder()
        do {
            let context = ModelContext(try store.container(for: Kinds.self))
            context.insert(Kinds(values))
            try context.save()
        }
        let context = ModelContext(try store.container(for: Kinds.self))
        let models = try context.fetch(FetchDescriptor<Kinds>())
        #expect(models.count == 1)
        let model = try #require(models.first)
        #expect(model.passing == 7)
        #expect(model.opaque == values.address)
        #expect(model.renamed == values.string)
        return model.values
    }

    @Test func everyTypeIsReadBackEqualAfterReopening() throws {
        let values = Kinds.Values()
        #expect(try reopened(values) == values)
    }

    @Test func extremesSurvive() throws {
        var values = Kinds.Values()
        values.double = .infinity
        values.float = -.infinity
        values.uint64 = UInt64(Int64.max) + 1
        values.int64 = .min
        values.string = "a\u{0}b"
        values.date = Date(timeIntervalSinceReferenceDate: -1e12)
        values.decimal = Decimal(string: "-99999999999999999999999999999999999999") ?? 0
        values.data = Data()
        values.strings = []
        values.shape = .point
        values.mood = .calm
        #expect(try reopened(values) == values)
    }

    @Test func nanIsReadBackAsNaN() throws {
        var values = Kinds.Values()
        values.double = .nan
        values.float = .nan
        let read = try reopened(values)
        #expect(read.double.isNaN)
        #expect(read.float.isNaN)
    }

    @Test(arguments: [Shape.point, .circle(radius: 2), .polygon(sides: 3, name: ""), .labelled("x")])
    func enumsWithPayloadsSurvive(_ shape: Shape) throws {
        var values = Kinds.Values()
        values.shape = shape
        #expect(try reopened(values).shape == shape)
    }

    @Test func megabyteStringsSurvive() throws {
        var values = Kinds.Values()
        values.string = String(repeating: "ä", count: 1_000_000)
        #expect(try reopened(values).string == values.string)
    }
}

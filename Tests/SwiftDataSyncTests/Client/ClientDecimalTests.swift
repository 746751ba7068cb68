import Foundation
import SwiftData
import SwiftDataSync
import Testing

@Model
final class JoinPrice {
    var name: String
    var amount: Decimal?

    init(_ name: String, _ amount: Decimal?) {
        self.name = name
        self.amount = amount
    }
}

/// Decimal numbers that devices exchange as texts. Seed 2372 of the simulation found that NaN was not read.
@Suite(.timeLimit(.minutes(30))) struct ClientDecimalTests {
    @Test func decimalNumbersArriveAsTheyWere() async throws {
        let hub = MemoryHub()
        let (a, b) = (
            try ClientDevice(MemoryTransport(hub), models: [JoinPrice.self]),
            try ClientDevice(MemoryTransport(hub), models: [JoinPrice.self])
        )
        let amounts: [Decimal?] = [.nan, nil, 0, Decimal(sign: .minus, exponent: -20, significand: 3), 12.5]
        try a.edit { context in
            for (number, amount) in amounts.enumerated() { context.insert(JoinPrice("\(number)", amount)) }
        }
        try await syncUntilIdle(a, b)
        #expect(b.engine.state.heldRows == 0)
        let found = try b.read { try $0.fetch(FetchDescriptor<JoinPrice>(sortBy: [SortDescriptor(\.name)])) }
        #expect(found.map { $0.amount?.description } == amounts.map { $0?.description })
    }
}

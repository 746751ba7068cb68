import Foundation
import SwiftData
import SwiftDataQueries
import Testing

@Model
final class Buyer {
    var name: String
    @Relationship(inverse: \Purchase.buyer) var purchases: [Purchase] = []

    init(name: String) { self.name = name }
}

@Model
final class Purchase {
    var town: String
    var price: Decimal
    var pieces: Int
    var date: Date
    var isPaid: Bool
    var buyer: Buyer?

    init(town: String, price: Decimal, pieces: Int, date: Date, isPaid: Bool, buyer: Buyer?) {
        self.town = town
        self.price = price
        self.pieces = pieces
        self.date = date
        self.isPaid = isPaid
        self.buyer = buyer
    }
}

/// The examples of docs/aggregates.md.
@Suite struct AggregateDocumentationTests {
    private let context: ModelContext
    private let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    init() throws {
        context = try memoryContext(Purchase.self, Buyer.self)
        let buyers = ["Ada", "Grace"].map { Buyer(name: $0) }
        let towns = ["Kyoto", "Oslo", "Kyoto", "Lima", "Oslo"]
        for (number, town) in towns.enumerated() {
            let purchase = Purchase(
                town: town,
                price: Decimal(number) + Decimal(string: "0.1")!,
                pieces: number,
                date: Date(timeIntervalSinceReferenceDate: Double(number) * 20 * 86_400),
                isPaid: number != 0,
                buyer: number == 4 ? nil : buyers[number % 2]
            )
            context.insert(purchase)
        }
        try context.save()
    }

    @Test func aggregates() throws {
        let total = try context.aggregate(Purchase.self, .sum(\.price))
        #expect(total == Decimal(string: "10.5"))

        let (count, first, mean) = try context.aggregate(
            Purchase.self,
            where: #Predicate { $0.isPaid },
            .count,
            .min(\.date),
            .average(\.price)
        )
        #expect(count == 4)
        #expect(first == Date(timeIntervalSinceReferenceDate: 20 * 86_400))
        #expect(mean == Decimal(string: "2.6"))

        let named = try context.aggregate(Purchase.self, .max(\.buyer?.name))
        let most = try context.aggregate(Buyer.self, .max(\.purchases.count))
        let taxed = try context.aggregate(Purchase.self, .sum(#Expression<Purchase, Int> { $0.pieces * 2 }))
        #expect(named == "Grace")
        #expect(most == 2)
        #expect(taxed == 20)
    }

    @Test func groups() throws {
        var lines: [String] = []
        for (town, count, total) in try context.groups(
            Purchase.self,
            by: \.town,
            .count,
            .sum(\.price),
            having: .count >= 2,
            sortBy: .aggregate(.sum(\.price), order: .reverse),
            limit: 10
        ) {
            lines.append("\(town) \(count) \(total)")
        }
        #expect(lines == ["Oslo 2 5.2", "Kyoto 2 2.2"])

        let perTown = try context.groups(Purchase.self, by: \.town, \.isPaid, aggregating: .sum(\.price))
        #expect(
            perTown.map { "\($0.0) \($0.1) \($0.2)" } == [
                "Kyoto false 0.1", "Kyoto true 2.1", "Lima true 3.1", "Oslo true 5.2",
            ]
        )

        let perMonth = try context.groups(
            Purchase.self,
            by: .part(.year, of: \.date, in: calendar),
            .part(.month, of: \.date, in: calendar),
            aggregating: .count
        )
        #expect(perMonth.map { [$0.0, $0.1, $0.2] } == [[2001, 1, 2], [2001, 2, 1], [2001, 3, 2]])

        let perBuyer = try context.groups(Purchase.self, by: \.buyer, .count, sortBy: .aggregate(.count))
        #expect(perBuyer.map { $0.0?.name } == [nil, "Ada", "Grace"])
    }

    @Test func failures() throws {
        let failing = #Expression<Purchase, Int> { 10 / $0.pieces }
        #expect {
            _ = try context.aggregate(Purchase.self, .sum(failing))
        } throws: { error in
            (error as? ModelQueryError)?.code == .failedExpression && "\(error)".hasPrefix("Purchase: an expression")
        }
        let all = try context.fetch(FetchDescriptor<Purchase>())
        for purchase in all { purchase.pieces = .max }
        #expect {
            _ = try context.aggregate(Purchase.self, .sum(\.pieces))
        } throws: { error in
            (error as? ModelQueryError)?.code == .outOfRange && "\(error)".contains("pieces")
        }
        try context.save()
        #expect(throws: ModelQueryError.self) { try context.aggregate(Purchase.self, .sum(\.pieces)) }
        #expect(try context.aggregate(Purchase.self, .average(\.pieces)) == Double(Int.max))
        let one = try context.aggregate(Purchase.self, where: #Predicate { $0.town == "Lima" }, .sum(\.pieces))
        #expect(one == .max)
    }
}

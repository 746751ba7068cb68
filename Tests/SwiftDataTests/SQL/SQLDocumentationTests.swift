import Foundation
import SwiftData
import SwiftDataQueries
import Testing

@Model
final class Tour {
    var place: String
    var cost: Int

    init(place: String, cost: Int) {
        self.place = place
        self.cost = cost
    }
}

/// The examples of docs/sql.md.
@Suite struct SQLDocumentationTests {
    @Test func statements() throws {
        let context = try memoryContext(Tour.self)
        for (place, cost) in [("Rome", 90), ("Rome", 200), ("Rome", 300), ("Amsterdam", 150), ("Oslo", 500)] {
            context.insert(Tour(place: place, cost: cost))
        }
        try context.save()
        let limit = 100
        let rows = try context.sql(
            "SELECT \(\Tour.place), count(*) FROM \(Tour.self) WHERE \(\Tour.cost) > \(limit) GROUP BY 1 ORDER BY 1",
            as: (String, Int).self
        )
        #expect(rows.map(\.0) == ["Amsterdam", "Oslo", "Rome"])
        #expect(rows.map(\.1) == [1, 1, 2])

        let tours = try context.sql(
            "SELECT \(key: Tour.self) FROM \(Tour.self) ORDER BY length(\(\Tour.place)) DESC LIMIT 3",
            as: Tour.self
        )
        #expect(tours.first?.place == "Amsterdam")
        #expect(tours.count == 3)

        try context.transaction(isolated: true) {
            try context.execute(
                "UPDATE \(Tour.self) SET \(\Tour.cost) = \(\Tour.cost) * 2 WHERE \(\Tour.place) = \("Rome")"
            )
        }
        #expect(try context.sql("SELECT sum(\(\Tour.cost)) FROM \(Tour.self)", as: Int.self) == [180 + 400 + 600 + 650])
    }

    @Test func functions() throws {
        var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        configuration.connectionSetup.addFunction("initials", argumentCount: 1) { values in
            guard case .text(let text) = values[0] else { return .null }
            return .text(text.split(separator: " ").compactMap(\.first).map(String.init).joined())
        }
        configuration.connectionSetup.addCollation("by_length") { left, right in
            left.count == right.count ? .orderedSame : left.count < right.count ? .orderedAscending : .orderedDescending
        }
        configuration.connectionSetup.cacheSize = 64_000
        let context = ModelContext(try ModelContainer(for: Tour.self, configurations: configuration))
        for place in ["New York City", "Rome"] { context.insert(Tour(place: place, cost: 1)) }
        try context.save()
        let initials = try context.sql(
            "SELECT initials(\(\Tour.place)) FROM \(Tour.self) ORDER BY \(\Tour.place) COLLATE by_length",
            as: String.self
        )
        #expect(initials == ["R", "NYC"])
    }
}

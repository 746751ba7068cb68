import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Parts of dates, by each calendar itself.
struct CalendarPredicateTests {
    private static let identifiers: [Calendar.Identifier] = [
        .gregorian, .iso8601, .hebrew, .chinese, .japanese, .islamicUmmAlQura,
    ]

    private static func calendar(_ identifier: Calendar.Identifier) -> Calendar {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = TimeZone(identifier: "Australia/Lord_Howe") ?? .gmt
        return calendar
    }

    /// Moments where days, years and clocks change, and moments beyond every calendar.
    private static let moments: [Double] = [
        0, -0.25, 39_600, 39_599.5, 86_400, 7_776_000, 8_640_000.75, 31_536_000, -1e9, -2e10, 1e11, 1e300, -1e300,
        .infinity, -.infinity, .nan,
    ]

    private func savedVoyages() throws -> ModelContext {
        let context = ModelContext(try Fleet.container())
        context.autosaveEnabled = false
        for (index, moment) in Self.moments.enumerated() {
            let voyage = Voyage("\(index)")
            voyage.start = Date(timeIntervalSinceReferenceDate: moment)
            context.insert(voyage)
        }
        try context.save()
        return context
    }

    @Test(
        "Each part of each date is what the calendar says, in SQL, in memory and to Foundation",
        arguments: QueryCalendarPart.Component.allCases
    )
    func parts(_ component: QueryCalendarPart.Component) throws {
        let context = try savedVoyages()
        let part = component.component
        let voyages = try context.fetch(FetchDescriptor<Voyage>())
        for identifier in Self.identifiers {
            let calendar = Self.calendar(identifier)
            for wanted in Set(voyages.map { calendar.component(part, from: $0.start) }) {
                let predicate = #Predicate<Voyage> { calendar.component(part, from: $0.start) == wanted }
                let expected = voyages.filter { calendar.component(part, from: $0.start) == wanted }.map(\.name)
                let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name)
                #expect(found.sorted() == expected.sorted(), "\(identifier) \(wanted)")
                var evaluator = QueryEvaluator(QueryNode(predicate))
                #expect(voyages.filter { evaluator.matches(ModelRow($0)) }.map(\.name) == expected)
                #expect(try voyages.filter { try predicate.evaluate($0) }.map(\.name) == expected)
            }
        }
    }

    @Test("They are SQL alone")
    func isSQL() throws {
        let layout = try StoreLayout(schema: Schema(Fleet.types))
        for test in LanguageCase.calendars {
            let statement = try SelectStatement(
                layout: layout,
                dialect: SQLiteDialect(),
                entity: "Voyage",
                storeIdentifier: nil,
                query: QueryNode(test.predicate)
            )
            #expect(statement.residualReason == nil, "\(test.testDescription)")
        }
    }

    @Test("A tree with a calendar means the same after a travel, wherever it arrives")
    func travels() throws {
        let context = try savedVoyages()
        let voyages = try context.fetch(FetchDescriptor<Voyage>())
        var calendar = Self.calendar(.gregorian)
        calendar.firstWeekday = 6
        calendar.minimumDaysInFirstWeek = 3
        let captured = calendar
        let weeks = QueryNode(#Predicate<Voyage> { captured.component(.weekOfYear, from: $0.start) % 2 == 0 })
        let data = try JSONEncoder().encode(weeks)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("Lord_Howe"))
        var evaluator = QueryEvaluator(try JSONDecoder().decode(QueryNode.self, from: data))
        let found = voyages.filter { evaluator.matches(ModelRow($0)) }
        #expect(found == voyages.filter { captured.component(.weekOfYear, from: $0.start) % 2 == 0 })
        #expect(!found.isEmpty && found.count < voyages.count)
    }

    @Test("What was the current calendar is the one that was current then")
    func current() throws {
        for calendar in [Calendar.current, .autoupdatingCurrent] {
            let node = QueryNode(#Predicate<Voyage> { calendar.component(.hour, from: $0.start) == 1 })
            guard case .comparison(let comparison) = node, case .calendar(let part) = comparison.lhs else {
                Issue.record("\(node)")
                continue
            }
            #expect(part.calendar.timeZone.identifier == calendar.timeZone.identifier)
            #expect(part.calendar.identifier == calendar.identifier)
            #expect(part.calendar.calendar != .autoupdatingCurrent)
        }
    }

    @Test("A time zone that its name does not lead back to is asked in memory")
    func namelessZone() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 17) ?? .gmt
        let captured = calendar
        let context = try savedVoyages()
        let voyages = try context.fetch(FetchDescriptor<Voyage>())
        let predicate = #Predicate<Voyage> { captured.component(.second, from: $0.start) == 17 }
        let expected = voyages.filter { captured.component(.second, from: $0.start) == 17 }.map(\.name)
        #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted() == expected.sorted())
    }

    @Test("A part that is no number never matches, and ends nothing")
    func noNumber() throws {
        let context = try savedVoyages()
        let part = Calendar.Component.timeZone
        let calendar = Self.calendar(.gregorian)
        let predicate = #Predicate<Voyage> { calendar.component(part, from: $0.start) >= 0 }
        #expect(try context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
        #expect(throws: (any Error).self) { try predicate.evaluate(Voyage("")) }
        #expect(!"\(predicate)".isEmpty)
    }
}

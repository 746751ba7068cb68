import Foundation
import SwiftData
import SwiftDataQueries
import Testing

@Model
final class Meal {
    @Attribute(.spotlight) var title: String
    @Attribute(.spotlight) var steps: String?
    var isVegan: Bool

    init(title: String, steps: String? = nil, isVegan: Bool) {
        self.title = title
        self.steps = steps
        self.isVegan = isVegan
    }
}

/// The examples of docs/search.md.
@Suite struct SearchDocumentationTests {
    @Test func search() throws {
        let context = try memoryContext(Meal.self)
        context.insert(Meal(title: "Tomato soup", steps: "Boil the tomatoes.", isVegan: true))
        context.insert(Meal(title: "Soup of the day", steps: "Any tomato will do.", isVegan: true))
        context.insert(Meal(title: "Tomato soup with cream", isVegan: false))
        context.insert(Meal(title: "Bread", steps: "Knead.", isVegan: true))
        try context.save()
        var lines: [String] = []
        for result in try context.search(Meal.self, "tomato soup", where: #Predicate { $0.isVegan }, limit: 20) {
            #expect(result.score > 0)
            lines.append(result.snippet()?.marked("[", "]") ?? "")
        }
        #expect(Set(lines) == ["[Tomato] [soup]", "[Soup] of the day"])
        let result = try #require(try context.search(Meal.self, "tomatoes").first)
        let marked = result.highlights.map { $0.marked("<b>", "</b>") }
        #expect(marked == ["Boil the <b>tomatoes</b>."])
    }

    @Test @MainActor func conditions() throws {
        let context = try memoryContext(Meal.self).container.mainContext
        context.autosaveEnabled = false
        context.insert(Meal(title: "Tomato soup", isVegan: true))
        context.insert(Meal(title: "Chicken soup", isVegan: false))
        context.insert(Meal(title: "Bread", isVegan: true))
        context.container.withCurrent {
            @Query(filter: .search("soup"), sort: \.title) var soups: [Meal]
            #expect(soups.map(\.title) == ["Chicken soup", "Tomato soup"])
        }
        let soups: Predicate<Meal> = .search("soup")
        let predicate = #Predicate<Meal> { soups.evaluate($0) && $0.isVegan }
        #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title) == ["Tomato soup"])
    }
}

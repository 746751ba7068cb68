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
}

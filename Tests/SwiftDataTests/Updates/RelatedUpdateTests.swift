import Foundation
import SwiftData
import SwiftDataQueries
import TestSupport
import Testing

@Model
final class Sprout {
    var number: Int
    var weight: Int
    var parent: Sprout?
    @Relationship(inverse: \Sprout.parent) var children: [Sprout] = []

    init(number: Int, weight: Int) {
        self.number = number
        self.weight = weight
    }
}

/// Updates whose new values depend on rows that the same update changes.
@Suite struct RelatedUpdateTests {
    @Test(arguments: StorePlace.allCases) func newValuesAreThoseOfTheRowsBefore(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try place.container(folder, Sprout.self))
        context.autosaveEnabled = false
        let sprouts = (0..<40).map { Sprout(number: $0, weight: $0 % 4) }
        for sprout in sprouts { context.insert(sprout) }
        // The parents of a chain of families come before and after their children.
        for number in 1..<40 { sprouts[number].parent = sprouts[(number * 7) % 40 == number ? 0 : (number * 7) % 40] }
        try context.save()
        let expected = sprouts.map { sprout in sprout.children.count { $0.weight > 1 } }
        let count = try context.update(Sprout.self) {
            $0.set(\.weight, #Expression<Sprout, Int> { $0.children.filter { $0.weight > 1 }.count })
        }
        #expect(count == 40)
        let sort = [SortDescriptor(\Sprout.number)]
        #expect(try ModelContext(context.container).fetch(FetchDescriptor(sortBy: sort)).map(\.weight) == expected)
        #expect(sprouts.map(\.weight) == expected)
    }
}

import Foundation
import SwiftData
import SwiftDataQueries
import Testing

@Model
final class Cask {
    var weight: Int
    var isHeavy = false
    var handlings = 0
    var fee = 1

    init(weight: Int) { self.weight = weight }
}

/// The examples of docs/updates.md.
@Suite struct UpdateDocumentationTests {
    @Test func updates() throws {
        let context = try memoryContext(Cask.self)
        for weight in [10, 20, 30, 40] { context.insert(Cask(weight: weight)) }
        try context.save()

        let count = try context.update(Cask.self, where: #Predicate { $0.weight > 20 }) {
            $0.set(\.isHeavy, to: true)
            $0.add(\.handlings, 1)
            $0.set(\.fee, #Expression<Cask, Int> { $0.fee * 2 })
        }
        #expect(count == 2)
        let casks = try context.fetch(FetchDescriptor<Cask>(sortBy: [SortDescriptor(\.weight)]))
        #expect(casks.map(\.isHeavy) == [false, false, true, true])
        #expect(casks.map(\.handlings) == [0, 0, 1, 1])
        #expect(casks.map(\.fee) == [1, 1, 2, 2])
    }

    @Test func insertions() throws {
        let context = try memoryContext(Cask.self)
        let weights = [10, 20, 30]
        try context.insert(Cask.self, weights) { weight, new in
            new.set(\.weight, to: weight)
            new.set(\.isHeavy, to: weight > 20)
        }
        let casks = try context.fetch(FetchDescriptor<Cask>(sortBy: [SortDescriptor(\.weight)]))
        #expect(casks.map(\.weight) == weights)
        #expect(casks.map(\.isHeavy) == [false, false, true])
        #expect(casks.map(\.fee) == [1, 1, 1])
    }
}

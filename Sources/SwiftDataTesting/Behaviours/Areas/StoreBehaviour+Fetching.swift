import Foundation
import SwiftData

extension StoreBehaviour {
    /// Ten sailors, named by letters, of ages that repeat.
    private static func sailors(_ store: StoreUnderTest) throws -> ModelContext {
        let context = try store.context()
        for (index, name) in ["d", "b", "a", "j", "c", "e", "i", "f", "h", "g"].enumerated() {
            context.insert(Sailor(name, age: index % 3))
        }
        try context.save()
        return try store.context()
    }

    private static func names(_ context: ModelContext, _ descriptor: FetchDescriptor<Sailor>) throws -> String {
        try context.fetch(descriptor).map(\.name).joined()
    }

    static let fetching: [StoreBehaviour] = [
        StoreBehaviour("a fetch sorts, by several properties and in both directions") { store in
            let context = try sailors(store)
            try expect(try names(context, .init(sortBy: [SortDescriptor(\.name)])), is: "abcdefghij", "by name")
            let order: [SortDescriptor<Sailor>] = [SortDescriptor(\.age, order: .reverse), SortDescriptor(\.name)]
            try expect(try names(context, .init(sortBy: order)), is: "aehbcfdgij", "by age and name")
        },
        StoreBehaviour("limit and offset take a part of what is sorted") { store in
            let context = try sailors(store)
            var descriptor = FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)])
            descriptor.fetchLimit = 3
            try expect(try names(context, descriptor), is: "abc", "limit")
            descriptor.fetchOffset = 4
            try expect(try names(context, descriptor), is: "efg", "limit and offset")
            descriptor.fetchLimit = nil
            descriptor.fetchOffset = 8
            try expect(try names(context, descriptor), is: "ij", "offset")
            descriptor.fetchOffset = 20
            try expect(try names(context, descriptor), is: "", "offset beyond the end")
        },
        StoreBehaviour("limit and offset count what the predicate chooses") { store in
            let context = try sailors(store)
            var descriptor = FetchDescriptor<Sailor>(
                predicate: #Predicate { sailor in sailor.age == 0 },
                sortBy: [SortDescriptor(\.name, order: .reverse)]
            )
            descriptor.fetchLimit = 2
            descriptor.fetchOffset = 1
            try expect(try names(context, descriptor), is: "ig", "names")
        },
        StoreBehaviour("a count is the number of rows that a fetch brings") { store in
            let context = try sailors(store)
            let descriptor = FetchDescriptor<Sailor>(predicate: #Predicate { sailor in sailor.age > 0 })
            try expect(try context.fetchCount(descriptor), is: 6, "count")
            try expect(try context.fetch(descriptor).count, is: 6, "fetched")
        },
        StoreBehaviour("identifiers are those of the models that a fetch brings") { store in
            let context = try sailors(store)
            let descriptor = FetchDescriptor<Sailor>(
                predicate: #Predicate { sailor in sailor.name < "e" },
                sortBy: [SortDescriptor(\.name)]
            )
            let identifiers = try context.fetchIdentifiers(descriptor)
            try expect(identifiers, is: try context.fetch(descriptor).map(\.persistentModelID), "identifiers")
            try expect(identifiers.count, is: 4, "count")
        },
        StoreBehaviour("a fetch in batches brings the same models") { store in
            let context = try sailors(store)
            let order = [SortDescriptor<Sailor>(\.name)]
            let results = try context.fetch(FetchDescriptor(sortBy: order), batchSize: 3)
            try expect(results.map(\.name).joined(), is: "abcdefghij", "names")
            try expect(results.count, is: 10, "count")
        },
        StoreBehaviour("an enumeration visits every model, and may save") { store in
            let context = try sailors(store)
            var visited: [String] = []
            let order = [SortDescriptor<Sailor>(\.name)]
            try context.enumerate(FetchDescriptor(sortBy: order), batchSize: 4, allowEscapingMutations: true) {
                sailor in
                visited.append(sailor.name)
                sailor.age = 50
                if visited.count == 5 { try context.save() }
            }
            try context.save()
            try expect(visited.joined(), is: "abcdefghij", "names")
            try expect(try store.context().all(Sailor.self).allSatisfy { $0.age == 50 }, "an edit is missing")
        },
        StoreBehaviour("a fetch sees unsaved insertions, edits and deletions") { store in
            let context = try sailors(store)
            let order = [SortDescriptor<Sailor>(\.name)]
            let all = try context.fetch(FetchDescriptor(sortBy: order))
            context.insert(Sailor("k", age: 0))
            all[0].name = "z"
            context.delete(all[1])
            try expect(try names(context, FetchDescriptor(sortBy: order)), is: "cdefghijkz", "names")
            var descriptor = FetchDescriptor(sortBy: order)
            descriptor.fetchLimit = 2
            try expect(try names(context, descriptor), is: "cd", "the first two")
            try expect(try context.fetchCount(FetchDescriptor<Sailor>()), is: 10, "count")
        },
        StoreBehaviour("a fetch without pending changes finds what is stored") { store in
            let context = try sailors(store)
            let order = [SortDescriptor<Sailor>(\.name)]
            context.insert(Sailor("k"))
            var descriptor = FetchDescriptor(sortBy: order)
            descriptor.includePendingChanges = false
            try expect(try names(context, descriptor), is: "abcdefghij", "names")
        },
        StoreBehaviour("prefetching brings the related models") { store in
            let context = try store.context()
            for number in 0..<5 {
                let port = Port("\(number)")
                port.docks = [Dock(number), Dock(number + 10)]
                context.insert(port)
            }
            try context.save()
            var descriptor = FetchDescriptor<Port>(sortBy: [SortDescriptor(\.code)])
            descriptor.relationshipKeyPathsForPrefetching = [\.docks]
            let ports = try store.context().fetch(descriptor)
            try expect(ports.map { $0.docks.map(\.number).sorted() }, is: (0..<5).map { [$0, $0 + 10] }, "docks")
        },
        StoreBehaviour("properties that were not fetched are read later") { store in
            var descriptor = FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)])
            let context = try sailors(store)
            descriptor.propertiesToFetch = [\.name]
            let read = try context.fetch(descriptor)
            try expect(read.map(\.name).joined(), is: "abcdefghij", "names")
            try expect(read[0].age, is: 2, "age")
        },
        StoreBehaviour("a fetch of an entity without rows brings nothing") { store in
            let context = try sailors(store)
            try expect(try context.all(Licence.self).isEmpty, "there are licences")
            try expect(try context.fetchIdentifiers(FetchDescriptor<Ship>()).isEmpty, "there are ships")
        },
        StoreBehaviour("a batch deletion deletes what the predicate chooses") { store in
            let context = try sailors(store)
            try context.delete(model: Sailor.self, where: #Predicate { sailor in sailor.age == 1 })
            try context.save()
            let order = [SortDescriptor<Sailor>(\.name)]
            try expect(try names(store.context(), FetchDescriptor(sortBy: order)), is: "adeghij", "names")
            try context.delete(model: Sailor.self)
            try context.save()
            try expect(try store.context().fetchCount(FetchDescriptor<Sailor>()), is: 0, "count")
        },
    ]
}

import SwiftData

/// The kinds of work that are counted, for each object that they are done with.
enum Work: String, CaseIterable {
    case making, inserting, savingInserts, fetching, readingFetched, findingByIdentifier, readingFaults
    case changing, savingChanges, deleting, readingAgain, writingAgain

    var title: String {
        switch self {
        case .making: "make an object"
        case .inserting: "insert it"
        case .savingInserts: "save an inserted object"
        case .fetching: "fetch an object"
        case .readingFetched: "read every attribute of a fetched object"
        case .findingByIdentifier: "find an object by its identifier, and read every attribute"
        case .readingFaults: "read an attribute that the fetch left for later"
        case .changing: "change an attribute of an object"
        case .savingChanges: "save an object with one changed attribute"
        case .deleting: "delete an object, and save"
        case .readingAgain: "read every attribute of one object, again and again"
        case .writingAgain: "write an attribute of one object, again and again"
        }
    }

    /// Does the work with a number of objects on a store that has as many, and counts what the work itself calls.
    func run(_ container: ModelContainer, objects count: Int) throws -> Counts {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        switch self {
        case .making: return try making(count)
        case .inserting, .savingInserts: return try inserting(context, count)
        case .fetching, .readingFetched: return try fetching(context, count)
        case .findingByIdentifier: return try finding(context, count)
        case .readingFaults: return try readingFaults(context, count)
        case .changing, .savingChanges: return try changing(context, count)
        case .deleting: return try deleting(context, count)
        case .readingAgain, .writingAgain: return try again(context, count)
        }
    }

    private func making(_ count: Int) throws -> Counts {
        var items: [CountedItem] = []
        items.reserveCapacity(count)
        let counts = Counts.during { for number in 0..<count { items.append(CountedItem(number)) } }
        try check(items.count, count)
        return counts
    }

    private func inserting(_ context: ModelContext, _ count: Int) throws -> Counts {
        let items = (0..<count).map { CountedItem(1_000_000 + $0) }
        let inserting = Counts.during { for item in items { context.insert(item) } }
        let saving = try Counts.during { try context.save() }
        // So that each time begins with the same rows.
        try context.delete(model: CountedItem.self, where: #Predicate { $0.number >= 1_000_000 })
        return self == .inserting ? inserting : saving
    }

    private func fetched(_ context: ModelContext, _ count: Int) throws -> [CountedItem] {
        var descriptor = FetchDescriptor<CountedItem>()
        descriptor.fetchLimit = count
        let items = try context.fetch(descriptor)
        try check(items.count, count)
        return items
    }

    private func fetching(_ context: ModelContext, _ count: Int) throws -> Counts {
        var (items, sum) = ([CountedItem](), 0)
        let fetching = try Counts.during { items = try fetched(context, count) }
        let reading = Counts.during { for item in items { sum &+= item.sum } }
        try check(sum, items.reduce(0) { $0 &+ $1.sum })
        return self == .fetching ? fetching : reading
    }

    /// The model that was found is not held, so the next one is not registered either.
    private func finding(_ context: ModelContext, _ count: Int) throws -> Counts {
        var descriptor = FetchDescriptor<CountedItem>()
        descriptor.fetchLimit = count
        let identifiers = try context.fetchIdentifiers(descriptor)
        var found = 0
        let counts = Counts.during {
            for identifier in identifiers {
                if let item = context.model(for: identifier) as? CountedItem, item.sum > 0 { found += 1 }
            }
        }
        try check(found, count)
        return counts
    }

    private func readingFaults(_ context: ModelContext, _ count: Int) throws -> Counts {
        var descriptor = FetchDescriptor<CountedItem>()
        descriptor.fetchLimit = count
        descriptor.propertiesToFetch = [\.number]
        let items = try context.fetch(descriptor)
        var sum = 0
        let counts = Counts.during { for item in items { sum &+= item.name.utf8.count } }
        try check(sum, 20 * count)
        return counts
    }

    private func changing(_ context: ModelContext, _ count: Int) throws -> Counts {
        let items = try fetched(context, count)
        let changing = Counts.during { for item in items { item.weight += 1 } }
        let saving = try Counts.during { try context.save() }
        return self == .changing ? changing : saving
    }

    private func deleting(_ context: ModelContext, _ count: Int) throws -> Counts {
        for number in 0..<count { context.insert(CountedItem(1_000_000 + number)) }
        try context.save()
        let other = ModelContext(context.container)
        let items = try other.fetch(FetchDescriptor<CountedItem>(predicate: #Predicate { $0.number >= 1_000_000 }))
        try check(items.count, count)
        return try Counts.during {
            for item in items { other.delete(item) }
            try other.save()
        }
    }

    private func again(_ context: ModelContext, _ count: Int) throws -> Counts {
        guard let item = try fetched(context, 1).first else { throw WrongResult(expected: 1, was: 0) }
        var sum = item.sum
        item.number = -1
        let counts = Counts.during {
            if self == .readingAgain {
                for _ in 0..<count { sum &+= item.sum }
            } else {
                for number in 0..<count { item.number = number }
            }
        }
        guard sum > 0 || self == .writingAgain else { throw WrongResult(expected: 1, was: sum) }
        context.rollback()
        return counts
    }

    private func check(_ was: Int, _ expected: Int) throws {
        if was != expected { throw WrongResult(expected: expected, was: was) }
    }
}

/// The work was not what it should be, so that its counts say nothing.
struct WrongResult: Error {
    var expected: Int
    var was: Int
}
